import { randomUUID } from 'node:crypto';
import { createApplicationUsage } from './application-usage.ts';
import { fileStarts } from './export/file-starts.ts';
import { signedInAt } from './gateway/settings-visitor.ts';
import type { WebVisitor } from './gateway/web-visitor.ts';
import { plainPicture } from './resume/picture-fixtures.ts';
import { signedPath } from './signer.ts';
import type { TestCluster } from './test-cluster.ts';
import { until } from './until.ts';

/** Uses a system in every way that involves several processes. */
export type Usage = {
  /** Writes data of every service, exports it in every format, and reads it. */
  write(title: string): Promise<void>;
  /** Reads all data that was written, with the session of an administrator, files that were exported and private links. */
  /** `areServicesEarlier`: services of an earlier release have just replaced those of the gateway's release. */
  readEverything(options?: { areServicesEarlier?: boolean }): Promise<void>;
};

type Owner = { id: number; cvId: number; title: string; comment: string; page: string };

export async function createUsage(cluster: TestCluster): Promise<Usage> {
  const api = apiOf(cluster);
  const company = String(cluster.demo.companyId);
  const email = 'boss@example.com';
  const { password } = await cluster.vitae<{ password: string }>(
    'admin',
    'create',
    '--company',
    company,
    '--email',
    email,
  );
  const session = await signedInAt({ url: cluster.sites[0] ?? '' }, { email, password });
  const openLinksAsApplication = await createApplicationUsage(cluster, async (userId) => {
    const { id } = await api.json('POST', `/api/v1/users/${userId}/cv`, { title: 'Linked' });
    return id;
  });
  const owners: Owner[] = [];
  return {
    write: async (title) => {
      const owner = await createOwner(api, title);
      for (const [format, start] of Object.entries(fileStarts)) {
        const file = await api.bytes('GET', `/api/v1/cv/${owner.cvId}/export/${format}`);
        expect({ format, start: file.toString('latin1', 0, start.length) }).toEqual({ format, start });
        if (format === 'txt' || format === 'json') expect(file.toString()).toContain(title);
      }
      await readOwner(api, cluster, owner);
      owners.push(owner);
    },
    readEverything: async ({ areServicesEarlier = false } = {}) => {
      expect(owners.length).toBeGreaterThan(0);
      await readSession(session);
      await openLinksAsApplication(areServicesEarlier);
      for (const owner of owners) await readOwner(api, cluster, owner);
    },
  };
}

async function createOwner(api: Api, title: string): Promise<Owner> {
  const username = `owner-${randomUUID().slice(0, 8)}`;
  const user = { username, email: `${username}@example.com`, firstname: 'Grace', lastname: 'Hopper' };
  const { id } = await api.json('POST', '/api/v1/users', user);
  const cv = await api.json('POST', `/api/v1/users/${id}/cv`, { title: `Draft ${title}`, published: true });
  const comment = `Comment ${title}`;
  await api.json('POST', `/api/v1/users/${id}/comment`, { comment });
  await api.json('PUT', `/api/v1/users/${id}/employmentpreferences`, PREFERENCES);
  const stored = await api.json('GET', `/api/v1/cv/${cv.id}`);
  await api.json('PUT', `/api/v1/cv/${cv.id}`, { ...stored, title });
  await api.bytes('PUT', `/api/v1/cv/${cv.id}/photo`, new Uint8Array(await plainPicture('png', 60, 60)), 'image/png');
  return { id, cvId: cv.id, title, comment, page: new URL(cv.url).pathname };
}

const PREFERENCES = { seniority: 2, disabled: false, positions: { position: [{ id: 201 }] } };
const SENIORITY = { employmentPreferences: { seniority: PREFERENCES.seniority } };

async function readSession(session: WebVisitor): Promise<void> {
  const page = await session.get('/settings/keys');
  expect({ status: page.status, location: page.location }).toEqual({ status: 200, location: undefined });
}

async function readOwner(api: Api, cluster: TestCluster, { id, cvId, title, comment, page }: Owner): Promise<void> {
  expect(await api.json('GET', `/api/v1/cv/${cvId}`)).toMatchObject({ id: cvId, title });
  expect(await api.json('GET', `/api/v1/users/${id}/cv`)).toEqual([expect.objectContaining({ title })]);
  expect(await api.json('GET', `/api/v1/users/${id}/employmentpreferences`)).toMatchObject(SENIORITY);
  expect(JSON.stringify(await api.json('GET', `/api/v1/users/${id}/comment`))).toContain(comment);
  await api.json('GET', '/api/v1/svc/metadata', undefined, { userId: String(id) });
  await api.json('GET', '/api/v1/svc/user/stats', undefined, { userId: String(id) });
  expect((await api.bytes('GET', `/api/v1/cv/${cvId}/photo`)).length).toBeGreaterThan(50);
  expect((await api.bytes('GET', `/api/v1/cv/${cvId}/export/txt`)).toString()).toContain(title);
  const response = await fetch(`${cluster.gateways[0]}${page}`);
  expect({ status: response.status, text: await response.text() }).toEqual({
    status: 200,
    text: expect.stringContaining(title),
  });
}

type Api = ReturnType<typeof apiOf>;

/** Sends signed requests. Responses of two releases differ, so they are not compared with the description of the API. */
function apiOf(cluster: TestCluster) {
  const bytes = (
    method: string,
    path: string,
    body?: BodyInit,
    type = 'application/json',
    parameters: Record<string, string> = {},
  ): Promise<Buffer> =>
    // A process that was just replaced can be unreachable for a moment.
    until(`a response from ${method} ${path}`, async () => {
      const response = await fetch(`${cluster.gateways[0]}${signedPath(method, path, cluster.demo, parameters)}`, {
        method,
        ...(body !== undefined && { body, headers: { 'Content-Type': type } }),
      });
      const content = Buffer.from(await response.arrayBuffer());
      if (response.status === 503) throw new Error(String(content));
      expect({
        request: `${method} ${path}`,
        isOk: response.ok,
        ...(!response.ok && { content: String(content) }),
      }).toEqual({
        request: `${method} ${path}`,
        isOk: true,
      });
      return content;
    });
  return {
    bytes,
    // biome-ignore lint/suspicious/noExplicitAny: tests assert what they read from JSON
    json: async (method: string, path: string, body?: unknown, parameters?: Record<string, string>): Promise<any> =>
      JSON.parse(
        String(
          await bytes(method, path, body === undefined ? undefined : JSON.stringify(body), undefined, parameters),
        ) || 'null',
      ),
  };
}
