import type { KeyStore, StoredKey } from '@vitae/accounts/keys/key-store';
import { notFound } from '@vitae/kit/errors';
import type { AdministratorContext } from '../settings-site.tsx';

/** An id as an address has it. */
export const ID = /^[1-9]\d{0,14}$/;

/** The key of the address; one of another company is not there. */
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
