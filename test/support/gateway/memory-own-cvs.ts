import { passwordFault } from '@vitae/accounts/credentials/password-policy';
import { VitaeError } from '@vitae/kit/errors';
import type { CvData } from '@vitae/proto/cv-data';
import type { OwnCv, OwnCvs } from '@vitae/site/features/account/own-cvs';
import { sampleCv } from './sample-cv.ts';

/** What lists of CVs show besides the title. */
export const listedCv = { language: 'en_US', updated: '2026-03-02T09:00:00+0000' };

/** CVs in memory, for tests of the pages around them: every owner has these. */
export function createMemoryOwnCvs(cvs: OwnCv[]): OwnCvs {
  const deleted: OwnCv[] = [];
  const change = (id: number, changes: (cv: OwnCv) => Partial<OwnCv>) => {
    const cv = cvs.find((one) => one.id === id);
    if (cv) Object.assign(cv, changes(cv));
  };
  const find = (id: number): OwnCv => {
    const cv = cvs.find((one) => one.id === id);
    if (!cv) throw new VitaeError('NOT_FOUND', 'cv_not_found', 'There is no such CV.');
    return cv;
  };
  const add = (title: string): OwnCv => {
    const id = 1 + Math.max(0, ...cvs.map((cv) => cv.id));
    const visibility = { indexed: false, protected: false, anonymized: false, publicUrl: '' };
    const listed = { ...listedCv, id, title, main: cvs.length === 0 };
    const cv = { ...listed, ...visibility, privateUrl: `http://localhost/c/new-${id}` };
    cvs.push(cv);
    return cv;
  };
  return {
    list: async () => cvs,
    setAnonymized: async (_owner, id, anonymized) => change(id, () => ({ anonymized })),
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
    read: async (_owner, id) => ({ ...find(id), revision: 1 }),
    create: async (_owner, { content }) => {
      const { basics } = JSON.parse(content.toString('utf8')) as { basics?: { label?: string } };
      const cv = add(basics?.label ?? '');
      return { id: cv.id, title: cv.title, report: [{ path: 'work[0].startDate', outcome: 'kept', note: '' }] };
    },
    rename: async (_owner, id, title) => change(id, () => ({ title })),
    makeMain: async (_owner, id) => {
      find(id);
      for (const cv of cvs) cv.main = cv.id === id;
    },
    copy: async (_owner, id, { titleOf }) => void add(titleOf(find(id).title)),
    delete: async (_owner, id) => {
      deleted.unshift(find(id));
      cvs.splice(cvs.indexOf(find(id)), 1);
    },
    listDeleted: async () => ({
      cvs: deleted.map(({ id, title }) => ({ id, title, deletedAt: new Date() })),
      next: undefined,
    }),
    restoreDeleted: async (_owner, id) => {
      const index = deleted.findIndex((cv) => cv.id === id);
      cvs.push(...deleted.splice(index, 1));
    },
    versions: async (_owner, id) => ({
      hasPictures: false,
      title: find(id).title,
      versions: [2, 1].map((revision) => ({
        revision,
        at: new Date(),
        title: `V${revision}`,
        current: revision === 2,
      })),
    }),
    compareVersion: async (_owner, id) => {
      const cv = JSON.parse(sampleCv(id, 'V2')) as CvData;
      return { cv, revision: 2, version: { ...cv, title: 'V1', experiences: { experience: [] } }, at: new Date() };
    },
    restoreVersion: async () => undefined,
    ...createMemorySharing(),
  };
}

type SharingMethod =
  | 'sharing'
  | 'linkPreview'
  | 'addLink'
  | 'revokeLink'
  | 'replacePrivateLink'
  | 'setSlug'
  | 'setUserSlug'
  | 'releaseUserSlug'
  | 'setLinkPreview';

/** One list of links and one address for all CVs. */
function createMemorySharing(): Pick<OwnCvs, SharingMethod> {
  const expired = { expiresAt: new Date(0), expired: true };
  let slug = 'baker';
  let userSlug = 'ana';
  let formerUserSlugs = ['anna'];
  let shown = { name: true, photo: true };
  let links: Awaited<ReturnType<OwnCvs['sharing']>>['links'] = [
    { token: 'expired', url: 'http://localhost/c/expired', name: 'Expired', createdAt: new Date(0), ...expired },
  ];
  return {
    sharing: async () => ({
      pageUrl: `http://localhost/p/${userSlug}/${slug}`,
      slug,
      userSlug,
      formerUserSlugs,
      links,
      shown,
    }),
    linkPreview: async () => ({ title: 'Ana – Baker', description: 'Bakes bread.' }),
    addLink: async (_owner, _id, { name }) => {
      const token = `added-${links.length}`;
      const added = { token, url: `http://localhost/c/${token}`, name, createdAt: new Date(), expiresAt: null };
      links = [...links, { ...added, expired: false }];
      return true;
    },
    revokeLink: async (_owner, _id, token) => {
      links = links.filter((link) => link.token !== token);
    },
    replacePrivateLink: async () => undefined,
    setSlug: async (_owner, _id, changed) => {
      if (changed === 'taken') return false;
      slug = changed;
      return true;
    },
    setUserSlug: async (_owner, changed) => {
      if (changed === 'taken') return 'taken';
      formerUserSlugs = [...formerUserSlugs, userSlug];
      userSlug = changed;
      return undefined;
    },
    releaseUserSlug: async (_owner, released) => {
      const before = formerUserSlugs.length;
      formerUserSlugs = formerUserSlugs.filter((former) => former !== released);
      return formerUserSlugs.length < before;
    },
    setLinkPreview: async (_owner, _id, chosen) => {
      shown = chosen;
    },
  };
}
