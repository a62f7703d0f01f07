import type { Caller } from '@vitae/kit/caller';
import { notFound } from '@vitae/kit/errors';
import type { UserRecord } from '@vitae/proto/user-record';
import type { SettingsSurfaceDependencies } from '@vitae/site/features/settings/settings-surface';

type PageRequest = { limit?: number; cursor?: string } | null | undefined;

/** Users in memory, with the methods of the resume client that list them. */
export function createMemoryUsers() {
  const users: (UserRecord & { companyId: number })[] = [];
  const pageOf = (found: typeof users, page: PageRequest) => {
    const { limit = 20, cursor = '' } = page ?? {};
    const rest = found.filter(({ id }) => id > Number(cursor));
    const shown = rest.slice(0, limit);
    const next = rest.length > limit ? String(shown.at(-1)?.id) : '';
    return { json: Buffer.from(JSON.stringify(shown.map(recordOf))), total: found.length, next, atLeast: false };
  };
  const ofCompany = (caller: Caller | undefined) => users.filter((one) => one.companyId === caller?.companyId);
  const client: SettingsSurfaceDependencies['resume'] = {
    user: async ({ id }, caller) => {
      const found = ofCompany(caller).find((one) => String(one.id) === id);
      if (!found) throw notFound('user_not_found', 'There is no such user.');
      return { id: found.id, revision: 1, json: Buffer.from(JSON.stringify(recordOf(found))), updated: 0, version: '' };
    },
    call: {
      ListUsers: async ({ page }, options) => pageOf(ofCompany(options?.caller), page),
      SearchUsers: async ({ term = '', page }, options) =>
        pageOf(
          ofCompany(options?.caller).filter(({ lastname }) => lastname.startsWith(term)),
          page,
        ),
    },
  };
  const add = (companyId: number, id: number, lastname = 'Pereira'): UserRecord => {
    const names = { username: `ana${id}`, email: `ana${id}@example.com`, firstname: 'Ana', lastname };
    const user = { id, ...names, phone: '', kind: 'user', id_origin: null } as const;
    users.push({ ...user, companyId });
    return user;
  };
  return { add, client };
}

function recordOf({ companyId: _companyId, ...record }: UserRecord & { companyId: number }): UserRecord {
  return record;
}
