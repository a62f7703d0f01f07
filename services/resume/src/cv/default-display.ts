import { type Display, everythingShown } from '@vitae/proto/display';

const COLOR = '#2b5d8a';

/** How a new CV looks: everything is shown. */
export function defaultDisplay(): Display {
  return {
    web: { id: 'classic', color: COLOR },
    mobile: { id: 'classic', color: COLOR },
    print: {
      id: 'classic',
      color: COLOR,
      displayConfig: { ...everythingShown },
    },
  };
}
