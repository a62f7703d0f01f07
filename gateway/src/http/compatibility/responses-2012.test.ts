import { companyRoutes, userRoutes } from '../../routes.ts';
import { conversions2012 } from './responses-2012.ts';

const convert = (name: string, value: unknown) =>
  JSON.parse(String(conversions2012[name]?.(Buffer.from(JSON.stringify(value)))));

test('converts responses of existing routes', () => {
  const names = new Set([...companyRoutes, ...userRoutes].map(({ name }) => name));
  expect(Object.keys(conversions2012).filter((name) => !names.has(name))).toEqual([]);
});

test('wraps CVs and lists of users', () => {
  expect(convert('own.cv.read', { id: 7 })).toEqual({ resume: { id: 7 } });
  expect(convert('users.search', [{ id: 1 }])).toEqual({ users: { items: [{ id: 1 }] } });
  expect(convert('tags.users', [])).toEqual({ users: { items: [] } });
  const page = { users: [{ id: 1 }], total: 3, next: '/api/v1/users?cursor=x' };
  expect(convert('users.list', page)).toEqual({ ...page, users: { items: [{ id: 1 }] } });
});

test('lists the translations of tags', () => {
  const tag = { id: 3, title: 'Sales', translations: { fr: 'Vente', de_DE: 'Vertrieb' } };
  const translations = [
    { locale: 'fr', field: 'title', content: 'Vente' },
    { locale: 'de_DE', field: 'title', content: 'Vertrieb' },
  ];
  expect(convert('tags.read', tag)).toEqual({ ...tag, translations });
  expect(convert('tags.list', [{ ...tag, translations: {} }])).toEqual([{ ...tag, translations: [] }]);
});

test('marks users with several CVs as premium', () => {
  const profile = (count: number) => ({
    user: { id: 1, premium: false, resumes: { resume: Array(count).fill({ id: 7 }) } },
  });
  for (const [count, premium] of [
    [0, false],
    [1, false],
    [2, true],
  ] as const)
    expect(convert('own.user', profile(count))).toMatchObject({ user: { premium } });
});
