// Sends requests with the plug-in, for the tests of the repository.
import { createFetch } from '../src/vitae-auth.ts';

const { VITAE_URL: url, VITAE_KEY: key, VITAE_SECRET: secret, USER_ID } = process.env;
const signedFetch = createFetch({ url, key, secret });

const post = (title, headers = {}) =>
  signedFetch('/api/v1/tags', { method: 'POST', body: JSON.stringify({ title }), headers });
const fault = (text) => ({ 'X-Fault': `${text}-fetch` });

const tags = [
  await post('a', { 'Content-Type': 'application/json' }),
  await signedFetch('/api/v1/tags', { method: 'POST', body: new URLSearchParams({ title: 'b é' }) }),
];
const ids = await Promise.all(tags.map(async (tag) => (await tag.json()).id));
const path = `/api/v1/users/${USER_ID}/associateTags`;
const put = (query, headers = {}) => signedFetch(`${path}?${new URLSearchParams(query)}`, { method: 'PUT', headers });
const repeated = ids.map((id) => ['tags', id]);
const responses = {
  search: await signedFetch(`/api/v1/users/search?${new URLSearchParams({ term: "O'Neil (a*b)! ~é+/" })}`),
  array: await put(repeated),
  brackets: await put([...ids.map((id) => ['tags[]', id]), ['reset', 1]]),
  retried: await post('c', fault('429 0 post')),
  limited: await signedFetch('/api/v1/tags', { headers: fault('429 3600 late') }),
  unavailable: await put(repeated, fault('503 0 put')),
  uncertain: await post('d', fault('503 0 unsafe')),
};
const statuses = Object.entries(responses).map(([name, { status }]) => [name, status]);
console.log(JSON.stringify({ ...Object.fromEntries(statuses), tags: tags.map(({ status }) => status) }));
