import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../project-root.ts';

const monitor = join(projectRoot, 'test/support/sharding/process-monitor.ts');
const fileIn = (dataDir: string) => join(dataDir, 'sharding-violations');

/**
 * Returns the environment that checks the queries of processes in a folder. Outside tests it checks nothing, because
 * benchmarks would measure the checks.
 */
export function checkingQueries(dataDir: string, folder = projectRoot): { NODE_OPTIONS: string } {
  if (process.env.JEST_WORKER_ID === undefined) return { NODE_OPTIONS: '' };
  const url = pathToFileURL(monitor);
  url.search = String(new URLSearchParams({ file: fileIn(dataDir), folder: `${folder}/` }));
  return { NODE_OPTIONS: `--import ${url.href}` };
}

/**
 * Removes the data of a system. Throws if one of its processes executed a query that all shards would execute, or a read
 * without a time limit.
 */
export async function removeData(dataDir: string): Promise<void> {
  const file = fileIn(dataDir);
  const violations = existsSync(file) ? readFileSync(file, 'utf8') : '';
  await rm(dataDir, { recursive: true, force: true });
  if (violations) throw new Error(`${violations}See docs/sharding.md.`);
}
