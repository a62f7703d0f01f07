import { passwordFault } from '@vitae/accounts/credentials/password-policy';
import type { OwnCv, OwnCvs } from '@vitae/site/features/account/own-cvs';

/** CVs in memory, for tests of the pages around them: every owner has these. */
export function createMemoryOwnCvs(cvs: OwnCv[]): OwnCvs {
  const change = (id: number, changes: (cv: OwnCv) => Partial<OwnCv>) => {
    const cv = cvs.find((one) => one.id === id);
    if (cv) Object.assign(cv, changes(cv));
  };
  return {
    list: async () => cvs,
    setVisibility: async (_owner, id, { published, indexed }) =>
      change(id, (cv) => ({
        ...(published === undefined ? {} : { publicUrl: published ? `http://localhost/p/ana/${id}` : '' }),
        indexed: indexed ?? cv.indexed,
      })),
    protect: async ({ username, email }, id, password) => {
      const fault = passwordFault(password, [username, email]);
      if (!fault) change(id, () => ({ protected: true }));
      return fault;
    },
    unprotect: async (_owner, id) => change(id, () => ({ protected: false })),
  };
}
