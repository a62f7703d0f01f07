import { VitaeError } from '@vitae/kit/errors';
import type { AccountContext, OwnerContext } from './account-context.tsx';
import { isMissingCv } from './own-cvs.ts';
import { isRevisionConflict } from './revision-conflict.ts';

const GONE = ['experience_not_found', 'portfolio_not_found'];

/** Reports that the CV or the item was deleted, or that it was changed by another request in the meantime. */
export async function ofExistingCv(account: AccountContext, context: OwnerContext, act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    if (isMissingCv(thrown) || GONE.includes(VitaeError.from(thrown).reason)) await account.sendGone(context);
    else if (isRevisionConflict(thrown)) await account.sendAccount(context, { cvConflict: true }, 409);
    else throw thrown;
  }
}
