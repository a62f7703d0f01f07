import { type Caller, companyCaller } from '@vitae/kit/caller';
import { createLogger } from '@vitae/kit/log';
import { contracts } from '@vitae/proto/contract';
import type { CvData } from '@vitae/proto/cv-data';
import type { Document } from '@vitae/proto/gen/cv/resume/v1/Document';
import type { ExportHead } from '@vitae/proto/gen/cv/resume/v1/ExportHead';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import type { UserRecord } from '@vitae/proto/user-record';
import { createResumeApp, type ResumeParts } from '@vitae/resume/app';
import { openServiceFixture, type ServiceFixture } from '../kit/service-fixture.ts';

const log = createLogger({ name: 'test', level: 'silent' });

export const SITE = 'https://cv.example';

export type ResumeFixture = ServiceFixture<ResumeServiceDefinition> & {
  /** Sets the clock of the service. */
  at(time: string | number): void;
  now(): number;
  /** Runs the sweeps of the service until nothing is left. */
  sweep(): Promise<void>;
  user(caller: Caller, fields?: Record<string, unknown>): Promise<UserRecord>;
  cv(
    caller: Caller,
    userId: number,
    content?: unknown,
    settings?: { main?: boolean; publish?: boolean },
  ): Promise<CvData>;
  /** The CV, or the reason of the error. */
  read(caller: Caller, id: number): Promise<CvData | string>;
  /** The fields that determine the address of exports, or the reason of the error. */
  exportHead(caller: Caller, id: number): Promise<ExportHead | string>;
};

/** Opens the resume service on a database of its own, with functions that create users and CVs. */
export async function openResumeFixture(changes: Partial<ResumeParts> = {}): Promise<ResumeFixture> {
  let now = Date.UTC(2026, 2, 20, 10);
  let users = 0;
  let sweep = async (): Promise<void> => undefined;
  const service = await openServiceFixture(contracts.resume(), (connection) => {
    const checkGrant = async () => undefined;
    const app = createResumeApp({ connection, siteUrl: SITE, checkGrant, clock: { now: () => now }, ...changes });
    sweep = async () => {
      for (const { newStep } of app.sweeps ?? []) {
        const step = newStep(log);
        while (!(await step()).isLast);
      }
    };
    return app;
  });
  const { call } = service;
  return {
    ...service,
    at: (time) => {
      now = new Date(time).getTime();
    },
    now: () => now,
    sweep: () => sweep(),
    user: async (caller, fields = {}) => {
      const username = `user${++users}`;
      const user = { username, email: `${username}@mail.example`, firstname: 'Ann', lastname: 'Archer', ...fields };
      return parsed<UserRecord>(await call.CreateUser({ user: jsonBytes(user) }, { caller }));
    },
    cv: async (caller, userId, content = {}, settings = {}) => {
      const { document } = await call.CreateCv(
        { user: { id: String(userId) }, content: jsonBytes(content), ...settings },
        { caller },
      );
      return parsed<CvData>(document);
    },
    read: async (caller, id) => {
      const { items } = await call.BatchGetCvs({ items: [{ caller, id }] });
      return items[0]?.document ? parsed<CvData>(items[0].document) : (items[0]?.status?.reason ?? 'no response');
    },
    exportHead: async (caller, id) => {
      const { items } = await call.BatchGetExportHeads({ items: [{ caller, id }] });
      return items[0]?.head ?? items[0]?.status?.reason ?? 'no response';
    },
  };
}

export const acme = companyCaller(1, 'test');
export const globex = companyCaller(2, 'test');

export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

export function parsed<T>(document: Pick<Document, 'json'> | null): T {
  return JSON.parse(String(document?.json)) as T;
}
