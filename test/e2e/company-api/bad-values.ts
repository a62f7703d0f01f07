import type { Given } from './attempts.ts';

/** Bodies in any spelling, and values in them that are none of the field. */
export function badValues(given: () => Given): void {
  const api = () => given().companies.ours.api;

  test('JSON and forms are read under any label', async () => {
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
    ['culture', { culture: 'en_GB' }],
    ['birthdate', { userInformation: { birthdate: '1990-02-30' } }],
    ['level of a skill', { skills: { skill: [{ title: 'x', level: 101 }] } }],
    ['address of a link', { links: { link: [{ type: 'blog', url: 'javascript:alert(1)' }] } }],
    ['logo', { experiences: { experience: [{ logo: '/../../etc/passwd.png' }] } }],
    ['deep unknown field', { experiences: { experience: [{ title: 'x', salary: 1 }] } }],
  ])('a CV with a wrong %s', async (_what, wrong) => {
    for (const answer of [
      await api().put(`/api/v1/cv/${given().fixtures.cv}`, wrong),
      await api().post(`/api/v1/users/${given().fixtures.user}/cv`, wrong),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.json.error.details[0].field).not.toBe('');
    }
  });

  test('a username or e-mail address that is taken', async () => {
    const { json: holder } = await api().get(`/api/v1/users/${given().fixtures.user}`);
    const fresh = { username: 'fresh', email: 'fresh@example.com', firstname: 'F', lastname: 'F' };
    const attempts = [
      { username: holder.username },
      { username: holder.username.toUpperCase() },
      { email: holder.email },
      { email: holder.email.toUpperCase() },
      { id_origin: given().fixtures.origin },
    ];
    for (const taken of attempts)
      expect([taken, (await api().post('/api/v1/users', { ...fresh, ...taken })).status]).toEqual([taken, 409]);
    for (const taken of [{ email: holder.email }, { id_origin: given().fixtures.origin }])
      expect((await api().put(`/api/v1/users/${given().fixtures.manager}`, taken)).status).toBe(409);
    expect((await api().put(`/api/v1/users/${given().fixtures.user}`, { email: holder.email })).status).toBe(200);
  });
}
