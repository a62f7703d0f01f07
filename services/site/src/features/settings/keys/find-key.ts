import type { KeyStore, StoredKey } from '@vitae/accounts/keys/key-store';
import { notFound } from '@vitae/kit/errors';
import { areaPath } from '../settings-area.ts';
import type { AdministratorContext } from '../settings-site.tsx';

/** Matches an id in an address. */
export const ID = /^[1-9]\d{0,14}$/;

/** Returns the key in the address. Keys of other companies are reported as not found. */
export async function keyOf(
  { request, company }: AdministratorContext,
  keys: Pick<KeyStore, 'findOfCompany'>,
): Promise<StoredKey> {
  const id = String(request.params.id);
  const stored = ID.test(id) ? await keys.findOfCompany(company.id, Number(id)) : undefined;
  if (!stored) throw keyNotFound();
  return stored;
}

function keyNotFound() {
  return notFound('key_not_found', 'There is no such key.');
}

export const NEW_KEY = `${areaPath('keys')}/new`;

export function keyPath(id: number): string {
  return `${areaPath('keys')}/${id}`;
}
