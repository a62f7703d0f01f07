import type { TestInput } from './attempts.ts';

/** Content types, and values outside the range of their field. */
export function badValues(given: () => TestInput): void {
  const api = () => given().companies.ours.api;
  /** Replaces a CV and creates one with the same content. */
  const saveCv = async (content: object) => [
    await api().put(`/api/v1/cv/${given().fixtures.cv}`, content),
    await api().post(`/api/v1/users/${given().fixtures.user}/cv`, content),
  ];

  test('are recognized as JSON or form regardless of their content type', async () => {
    for (const contentType of ['text/xml', 'text/plain', 'application/octet-stream', null]) {
      const path = `/api/v1/users/${given().fixtures.user}`;
      expect((await api().put(path, '{"phone":"7"}', { contentType })).json.phone).toBe('7');
      expect((await api().put(path, Buffer.from('phone=8&firstname=Zo%C3%A9'), { contentType })).json).toMatchObject({
        phone: '8',
        firstname: 'Zoé',
      });
    }
  });

  test.each([
    ['professionalStatus', { professionalStatus: 999 }],
    ['availability', { availability: 99 }],
    ['contractType of an experience', { experiences: { experience: [{ contractType: 999 }] } }],
    ['state outside the USA', { userInformation: { country: { isoCode: 'FRA' }, state: 1 } }],
    ['state', { userInformation: { country: { isoCode: 'USA' }, state: 999 } }],
    ['country', { userInformation: { country: { isoCode: 'XYZ' } } }],
    ['period', { educations: { education: [{ start: '2021-01-02', end: '2021-01-01' }] } }],
    ['culture', { culture: 'en_GB' }],
    ['birthdate', { userInformation: { birthdate: '1990-02-30' } }],
    ['level of a skill', { skills: { skill: [{ title: 'x', level: 101 }] } }],
    ['address of a link', { links: { link: [{ type: 'blog', url: 'javascript:alert(1)' }] } }],
    ['logo', { experiences: { experience: [{ logo: '/../../etc/passwd.png' }] } }],
    ['deep unknown field', { experiences: { experience: [{ title: 'x', salary: 1 }] } }],
  ])('are rejected if a CV has an invalid %s', async (_field, invalid) => {
    for (const response of await saveCv(invalid)) {
      expect(response.status).toBe(400);
      expect(response.json.error.details[0].field).not.toBe('');
    }
  });

  test('are rejected if a title has 300 characters, and the error names the limit', async () => {
    const title = 'x'.repeat(300);
    const message = 'must be at most 255 characters';
    for (const response of await saveCv({ title, experiences: { experience: [{ title, company: title }] } })) {
      expect(response.status).toBe(400);
      expect(response.json.error.details).toEqual([
        { field: 'title', message },
        { field: 'experiences.experience.0.title', message },
        { field: 'experiences.experience.0.company', message },
      ]);
    }
  });

  test('are rejected if a user name, email address or id_origin exists', async () => {
    const { json: existing } = await api().get(`/api/v1/users/${given().fixtures.user}`);
    const user = { username: 'unused', email: 'unused@example.com', firstname: 'F', lastname: 'F' };
    const attempts = [
      { username: existing.username },
      { username: existing.username.toUpperCase() },
      { email: existing.email },
      { email: existing.email.toUpperCase() },
      { id_origin: given().fixtures.origin },
    ];
    for (const duplicate of attempts) {
      const { status } = await api().post('/api/v1/users', { ...user, ...duplicate });
      expect([duplicate, status]).toEqual([duplicate, 409]);
    }
    for (const duplicate of [{ email: existing.email }, { id_origin: given().fixtures.origin }])
      expect((await api().put(`/api/v1/users/${given().fixtures.manager}`, duplicate)).status).toBe(409);
    expect((await api().put(`/api/v1/users/${given().fixtures.user}`, { email: existing.email })).status).toBe(200);
  });
}
