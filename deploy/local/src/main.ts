import { join } from 'node:path';
import { build, packageFolders } from '../build.mjs';
import { announce, type DemoUrls } from './announce.ts';
import type { Demo } from './data-dir/run-file.ts';
import { createCommandLine } from './demo/command-line.ts';
import { ensureDemo } from './demo/demo.ts';
import { signedUrls } from './demo/signed-urls.ts';
import { readPackageGraph } from './dev/package-graph.ts';
import { createRestarter } from './dev/restart-changed.ts';
import { watchFiles } from './dev/watch-files.ts';
import { parseStartOptions } from './options.ts';
import { projectRoot } from './project-root.ts';
import { type LocalSettings, readSettings } from './settings.ts';
import { messageFor } from './setup-error.ts';
import { onStopSignal } from './stop-signal.ts';
import { createSystem, type System } from './system.ts';
import { createTerminal } from './terminal/terminal.ts';

// npm start: installs what is missing, then runs the whole system until Ctrl-C. npm run dev also watches the sources.

const began = performance.now();
// A closed pipe must not stop the system.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const terminal = createTerminal(process.stdout, process.env);
let system: System | undefined;
let ending = false;

async function end(status: number, message: string): Promise<void> {
  if (ending) return;
  ending = true;
  process.stdout.write(`\n${message}\n`);
  await system?.stop();
  process.exit(status);
}

function fail(error: unknown): Promise<void> {
  return end(1, messageFor(error));
}

process.on('uncaughtException', (error) => void fail(error));
onStopSignal((signal) => void end(0, `${signal}: stopping …`));

try {
  const options = parseStartOptions(process.argv.slice(2));
  const settings = readSettings(process.env, projectRoot, terminal.warn);
  system = createSystem({ settings, options, environment: process.env, terminal, onLost: (error) => void fail(error) });
  await system.start();
  const urls = options.demo && !ending ? await createDemo(system, settings) : undefined;
  const run = system.run();
  const site = settings.SITE_URL ?? (run.gateways[0] as string);
  const announcement = { run, site, dataDir: settings.DATA_DIR, startedInMs: performance.now() - began };
  if (!ending) process.stdout.write(`\n${announce({ ...announcement, ...(urls ? { urls } : {}) })}\n`);
  if (options.watch && !ending) watchSources(system);
} catch (error) {
  await fail(error);
}

async function createDemo(started: System, settings: LocalSettings): Promise<DemoUrls> {
  const vitae = createCommandLine(process.execPath, started.commandSettings());
  const { mongodbUri, gateways } = started.run();
  const data = await terminal.step('Demo data', () =>
    ensureDemo({ dataDir: settings.DATA_DIR, mongodbUri, vitae, examples: join(projectRoot, 'deploy/local/examples') }),
  );
  const gateway = gateways[0] as string;
  const addresses = { gateway, api: settings.COMPANY_API_URL ?? gateway, site: settings.SITE_URL ?? gateway };
  const { cv, pdf, page, forRun } = await signedUrls(vitae, data, addresses);
  const demo: Demo = { ...data, signedUrl: forRun };
  started.announceDemo(demo);
  return { cv, pdf, page };
}

function watchSources(started: System): void {
  const folders = packageFolders();
  const graph = readPackageGraph(projectRoot, folders);
  const restartChanged = createRestarter({ system: started, graph, build, terminal });
  watchFiles(projectRoot, [...folders, 'docs'], (files) => void restartChanged(files));
  terminal.say('Watching the sources');
}
