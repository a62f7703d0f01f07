import { randomInt } from 'node:crypto';
import { createCvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import { createLoginNames } from '@vitae/accounts/credentials/login-names';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { createPendingLoginStore } from '@vitae/accounts/credentials/pending-login-mongo-store';
import { type Caller, companyCaller } from '@vitae/kit/caller';
import { unavailable, VitaeError } from '@vitae/kit/errors';
import { createLease } from '@vitae/kit/lease';
import { createLogger } from '@vitae/kit/log';
import type { UserRef } from '@vitae/proto/clients/resume-client';
import type { CvData } from '@vitae/proto/cv-data';
import { createCvEditor } from '@vitae/site/features/account/editor/cv-editor';
import { createOwnDesign } from '@vitae/site/features/account/editor/own-design';
import { createOwnPictures } from '@vitae/site/features/account/editor/own-pictures';
import { createOwnCvs, type OwnCvs } from '@vitae/site/features/account/own-cvs';
import type { OwnFiles } from '@vitae/site/features/account/own-files';
import { createOwnProfile } from '@vitae/site/features/account/own-profile';
import { jsonBytes, openResumeFixture, type ResumeFixture } from '../resume/resume-fixture.ts';
import { type OwnerFixture, type OwnersFixture, type OwnersGateway, startOwnersFixture } from './owner-fixtures.ts';
import { createWebVisitor, type WebVisitor } from './web-visitor.ts';

const log = createLogger({ name: 'test-owners', level: 'silent' });

export type OwnerWithCvs = OwnerFixture & Owner;

/** A site with owners whose CVs are in a real resume service. */
export type OwnerCvsFixture = {
  resume: ResumeFixture;
  system: OwnersFixture;
  gateway: OwnersGateway;
  cvs: OwnCvs;
  createOwner(): Promise<OwnerWithCvs>;
  /** Opens the account in a browser without scripts. */
  signIn(owner: OwnerFixture): Promise<WebVisitor>;
  newCv(owner: OwnerWithCvs, content: object): Promise<number>;
  createOwnerWithCv(content: object): Promise<{ owner: OwnerWithCvs; cvId: number }>;
  read(cvId: number): Promise<CvData>;
  /** Changes a CV as a request of the company API does. */
  replace(cvId: number, changes: object): Promise<void>;
  /** Runs once, before the next write of the editor. */
  beforeWrite(act: () => Promise<unknown>): void;
  /** The next write of the editor is stored, but its response is lost. */
  loseResponse(): void;
  close(): Promise<void>;
};

/** By default, files are never ready. */
export async function startOwnerCvsFixture(
  environment: NodeJS.ProcessEnv,
  cvFilesOf?: (resume: ResumeFixture) => OwnFiles,
): Promise<OwnerCvsFixture> {
  const resume = await openResumeFixture();
  // Redis is shared with other runs, which count the requests of their users.
  const sequences = resume.connection.collection<{ _id: string }>('sequences');
  await sequences.updateOne({ _id: 'user' }, { $set: { value: randomInt(1_000, 2 ** 40) } }, { upsert: true });
  const { call } = resume;
  const client = {
    call,
    cv: async (id: number, caller: Caller) => resultOf((await call.BatchGetCvs({ items: [{ caller, id }] })).items[0]),
    user: async (user: UserRef, caller: Caller) =>
      resultOf((await call.BatchGetUsers({ items: [{ caller, user }] })).items[0]),
  };
  let interfere: (() => Promise<unknown>) | undefined;
  let isLost = false;
  const replaceCv: typeof call.ReplaceCv = async (request, options) => {
    const act = interfere;
    interfere = undefined;
    await act?.();
    const response = await call.ReplaceCv(request, options);
    if (isLost) {
      isLost = false;
      throw unavailable('service_unavailable', 'The response was lost.');
    }
    return response;
  };
  const cvs = createOwnCvs(client, createCvPasswords(client));
  const system = await startOwnersFixture(environment);
  const gateway = await system.start({
    ownCvs: cvs,
    profileOf: ({ credentials }, connection) => {
      const { clock } = system;
      const pending = createPendingLoginStore(connection);
      const lease = createLease(connection, 'login names');
      return createOwnProfile(client, createLoginNames({ pending, lease, credentials, resume: client, clock, log }));
    },
    ...(cvFilesOf && { cvFiles: cvFilesOf(resume) }),
    editor: createCvEditor({ ...client, call: { ...call, ReplaceCv: replaceCv } }),
    design: createOwnDesign(client),
    pictures: createOwnPictures(client, 'https://cv.example.com', Date.now),
  });
  const caller = companyCaller(system.company.id, 'test');
  const read = async (cvId: number) => (await resume.read(caller, cvId)) as CvData;
  const createOwner = async (): Promise<OwnerWithCvs> => {
    const user = await resume.user(caller);
    return { ...(await system.createOwner(gateway, system.company, user)), passwordVersion: '' };
  };
  const newCv: OwnerCvsFixture['newCv'] = async (owner, content) => {
    const cv = { content: jsonBytes(content), culture: '', idempotencyKey: crypto.randomUUID() } as const;
    return (await cvs.create(owner, cv, 'test')).id;
  };
  return {
    ...{ resume, system, gateway, cvs, read, createOwner, newCv },
    createOwnerWithCv: async (content) => {
      const owner = await createOwner();
      return { owner, cvId: await newCv(owner, content) };
    },
    signIn: async ({ username, password }) => {
      const visitor = createWebVisitor(gateway.url, system.newAddress());
      await visitor.submit(await visitor.get('/account'), '/account/sign-in', { login: username, password });
      return visitor;
    },
    replace: async (cvId, changes) => {
      const content = jsonBytes({ ...(await read(cvId)), ...changes });
      await call.ReplaceCv({ id: cvId, content, ifRevision: 0 }, { caller });
    },
    beforeWrite: (act) => {
      interfere = act;
    },
    loseResponse: () => {
      isLost = true;
    },
    close: async () => {
      await system.close();
      await resume.close();
    },
  };
}

function resultOf<T>(item: { status: { reason: string } | null; document: T | null } | undefined): T {
  if (item?.document) return item.document;
  throw new VitaeError('NOT_FOUND', item?.status?.reason ?? '', '');
}
