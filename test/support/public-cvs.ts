import { randomInt } from 'node:crypto';
import { newAddress } from './gateway/new-address.ts';
import type { Json } from './company-api.ts';
import { startTwoCompanies, type TwoCompanies } from './test-companies.ts';

export type PublicCv = { id: number; userId: number /** Of its page. */; path: string };

/** Two gateways with CVs that are shown on the web, and visitors who look at them. */
export type PublicCvs = {
  companies: TwoCompanies;
  gateways: [string, string];
  /** A CV of an owner of its own. */
  create(content: Record<string, unknown>, owner?: { firstname?: string; lastname?: string }): Promise<PublicCv>;
  /** Changes some fields, as an integrator does: reads, changes and writes the whole. */
  change(cv: PublicCv, changes: Record<string, unknown>): Promise<void>;
  read(cv: PublicCv): Promise<Json>;
  /** The path of its private link, as it is now. */
  privatePath(cv: PublicCv): Promise<string>;
  visitor(address?: string): Visitor;
  stop(): Promise<void>;
};

export type Page = { status: number; headers: Headers; text: string; bytes: Buffer };

/** Somebody with an address and cookies of their own. */
export type Visitor = {
  get(path: string, options?: VisitOptions): Promise<Page>;
  post(path: string, form: Record<string, string>, options?: VisitOptions): Promise<Page>;
};

export type VisitOptions = { gateway?: string; headers?: Record<string, string>; method?: string };

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

export async function startPublicCvs(environment: NodeJS.ProcessEnv = {}): Promise<PublicCvs> {
  const companies = await startTwoCompanies({ gateways: 2, environment: { TRUST_PROXY: 'loopback', ...environment } });
  const { api } = companies.ours;
  const gateways = (await companies.system.runFile()).gateways as [string, string];
  const read = async ({ id }: Pick<PublicCv, 'id'>) => (await api.get(`/api/v1/cv/${id}`)).json;
  let owners = 0;
  return {
    companies,
    gateways,
    read,
    create: async (content, { firstname = 'Grace', lastname = 'Hopper' } = {}) => {
      owners += 1;
      const username = `owner-${owners}-${randomInt(1_000_000)}`;
      const user = { username, email: `${username}@example.com`, firstname, lastname };
      const { json: owner } = await api.post('/api/v1/users', user);
      const { json: cv, text } = await api.post(`/api/v1/users/${owner.id}/cv`, content);
      if (cv.error) throw new Error(`The CV was refused: ${text}`);
      return { id: cv.id, userId: owner.id, path: new URL(cv.url).pathname };
    },
    change: async (cv, changes) => {
      await api.put(`/api/v1/cv/${cv.id}`, { ...(await read(cv)), ...changes });
    },
    privatePath: async ({ id, userId }) => {
      const { json } = await api.get(`/api/v1/users/${userId}/cv`);
      return new URL(json.find((one: Json) => Number(one.id) === id).private_url).pathname;
    },
    visitor: (address = newAddress()) => createVisitor(gateways[0], address),
    stop: companies.stop,
  };
}

function createVisitor(first: string, address: string): Visitor {
  const cookies = new Map<string, string>();
  const visit = async (
    path: string,
    { gateway = first, headers = {}, method = 'GET' }: VisitOptions,
    body?: string,
  ) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = {
      'User-Agent': CHROME,
      'X-Forwarded-For': address,
      'Accept-Language': 'en',
      ...(cookie ? { cookie } : {}),
    };
    const form: Record<string, string> =
      body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${gateway}${path}`, {
      method,
      headers: { ...own, ...form, ...headers },
      redirect: 'manual',
      body: body ?? null,
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString('utf8') };
  };
  return {
    get: (path, options = {}) => visit(path, options),
    post: (path, form, options = {}) =>
      visit(path, { method: 'POST', ...options }, new URLSearchParams(form).toString()),
  };
}
