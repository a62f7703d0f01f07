import type { Display } from '@vitae/proto/display';

const COLOR = '#2b5d8a';

/** How a new CV looks: everything is shown. */
export function defaultDisplay(): Display {
  return {
    web: { id: 'classic', color: COLOR },
    mobile: { id: 'classic', color: COLOR },
    print: {
      id: 'classic',
      color: COLOR,
      displayConfig: {
        id: 1,
        experiences: true,
        educations: true,
        interests: true,
        presentation: true,
        skills: true,
        url: true,
        picture: true,
        location: true,
        drivingLicence: true,
        maritalStatus: true,
        address: true,
        age: true,
      },
    },
  };
}
