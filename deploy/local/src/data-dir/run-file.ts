import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './write-atomically.ts';

export type RunningProcess = { name: string; pid: number; url: string; metrics?: string };

export type Demo = {
  companyId: number;
  key: string;
  secret: string;
  admin: { email: string; password: string };
  owner: { userId: number; username: string; password: string };
  cvIds: number[];
  signedUrl: string;
};

/** The content of run.json, which scripts, tests and the command line can use while `npm start` runs. */
export type Run = {
  gateways: string[];
  mongodbUri: string;
  redisUrl: string;
  processes: RunningProcess[];
  demo?: Demo;
};

const runFile = (dataDir: string) => join(dataDir, 'run.json');

export const writeRun = (dataDir: string, run: Run) =>
  writeAtomically(runFile(dataDir), `${JSON.stringify(run, null, 2)}\n`);

export const removeRun = (dataDir: string) => rmSync(runFile(dataDir), { force: true });

export function readRun(dataDir: string): Run | undefined {
  const file = runFile(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Run) : undefined;
}
