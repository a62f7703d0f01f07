import { randomInt } from 'node:crypto';
import type { Json } from './company-api.ts';
import { newAddress } from './gateway/web-visitor.ts';
import { startTwoCompanies, type TwoCompanies } from './test-companies.ts';

/** `path` is the path of the CV's web page. */
export type PublicCv = { id: number; userId: number; path: string };

type NewOwner = { username?: string; firstname?: string; lastname?: string };

/** Two gateways with public CVs, and visitors of their pages. */
export type PublicCvs = {
  companies: TwoCompanies;
  gateways: [string, string];
  /** Creates a CV with a new owner. */
  create(content: Record<string, unknown>, owner?: NewOwner): Promise<PublicCv>;
  /** Changes some fields as an integrator does: reads the CV and writes it back. */
  update(cv: PublicCv, changes: Record<string, unknown>): Promise<void>;
  read(cv: PublicCv): Promise<Json>;
  /** Returns the current path of the private link. */
  privatePath(cv: PublicCv): Promise<string>;
  visitor(address?: string): Visitor;
  stop(): Promise<void>;
};

export type PageResponse = { status: number; headers: Headers; text: string; bytes: Buffer };

/** A visitor with a separate IP address and separate cookies. */
export type Visitor = {
  get(path: string, options?: VisitOptions): Promise<PageResponse>;
  post(path: string, form: Record<string, string>, options?: VisitOptions): Promise<PageResponse>;
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
    create: async (content, { username, firstname = 'Grace', lastname = 'Hopper' } = {}) => {
      owners += 1;
      const name = `owner-${owners}-${randomInt(1_000_000)}`;
      const user = { username: username ?? name, email: `${name}@example.com`, firstname, lastname };
      const { json: owner } = await api.post('/api/v1/users', user);
      const { json: cv, text } = await api.post(`/api/v1/users/${owner.id}/cv`, content);
      if (cv.error) throw new Error(`The CV was rejected: ${text}`);
      return { id: cv.id, userId: owner.id, path: new URL(cv.url).pathname };
    },
    update: async (cv, changes) => {
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
    const common = {
      'User-Agent': CHROME,
      'X-Forwarded-For': address,
      'Accept-Language': 'en',
      ...(cookie ? { cookie } : {}),
    };
    const form: Record<string, string> =
      body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await fetch(`${gateway}${path}`, {
      method,
      headers: { ...common, ...form, ...headers },
      redirect: 'manual',
      body: body ?? null,
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
  };
  return {
    get: (path, options = {}) => visit(path, options),
    post: (path, form, options = {}) =>
      visit(path, { method: 'POST', ...options }, new URLSearchParams(form).toString()),
  };
}
