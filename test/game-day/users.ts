import { join } from 'node:path';
import { createWebVisitor } from '../support/gateway/web-visitor.ts';
import { projectRoot } from '../support/project-root.ts';
import { signedPath } from '../support/signer.ts';
import type { TestCluster } from '../support/test-cluster.ts';
import type { Page, User } from './load.ts';

const SAMPLE = join(projectRoot, 'deploy/local/examples/sample.resume.json');
/** Enough that an export is rendered for each request of an hour. */
const CVS = 200;
const ADDRESS = '127.0.0.1';

type Owner = { id: number; username: string; password: string };

/** Creates a user of the API with many CVs, a public CV, and an owner who is signed in. */
export async function createUser(cluster: TestCluster): Promise<User> {
  const { companyId, userId } = cluster.demo;
  const copies = Array.from({ length: CVS }, () => SAMPLE);
  const of = ['--user', String(userId), '--company', String(companyId)];
  const cvs = await cluster.vitae<{ id: number }[]>('cv', 'import', ...of, ...copies);
  return { key: cluster.demo, userId, cvIds: cvs.map(({ id }) => id), pages: await createPages(cluster) };
}

/** The start page, a public CV, and pages and a file of an owner. All but the first need a database. */
async function createPages(cluster: TestCluster): Promise<Page[]> {
  const names = ['--username', 'grace', '--email', 'grace@example.com', '--firstname', 'Grace', '--lastname', 'Hopper'];
  const company = ['--company', String(cluster.demo.companyId)];
  const owner = await cluster.vitae<Owner>('user', 'create', ...company, ...names);
  const cv = await createPublicCv(cluster, owner);
  const cookie = await signIn(cluster, owner);
  const ofOwner = ['/account', `/account/cvs/${cv.id}/versions`, `/account/cvs/${cv.id}/export?format=pdf`];
  return [{ path: '/' }, { path: new URL(cv.url).pathname }, ...ofOwner.map((path) => ({ path, cookie }))];
}

async function createPublicCv({ gateways, demo }: TestCluster, { id }: Owner): Promise<{ id: number; url: string }> {
  const path = signedPath('POST', `/api/v1/users/${id}/cv`, demo);
  const response = await fetch(`${gateways[0]}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Compiler Engineer', published: true }),
  });
  if (!response.ok) throw new Error(`The CV was rejected: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: number; url: string };
}

/** Returns the cookies of the session. */
async function signIn({ sites }: TestCluster, { username, password }: Owner): Promise<string> {
  const visitor = createWebVisitor(sites[0] ?? '', ADDRESS);
  const form = await visitor.get('/account');
  const { status } = await visitor.submit(form, '/account/sign-in', { login: username, password });
  if (status !== 303) throw new Error(`Not signed in: ${status}`);
  return [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
