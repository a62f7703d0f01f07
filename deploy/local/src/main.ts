import { join } from 'node:path';
import { announce, type DemoUrls } from './announce.ts';
import type { Demo } from './data-dir/run-file.ts';
import { createCommandLine } from './demo/command-line.ts';
import { ensureDemo } from './demo/demo.ts';
import { signedUrls } from './demo/signed-urls.ts';
import { parseStartOptions } from './options.ts';
import { projectRoot } from './project-root.ts';
import { readSettings } from './settings.ts';
import { messageFor } from './setup-error.ts';
import { onStopSignal } from './stop-signal.ts';
import { createSystem, type System } from './system.ts';
import { createTerminal } from './terminal/terminal.ts';

// npm start: everything that is missing is set up, then the whole system runs until Ctrl-C.

const began = performance.now();
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined); // whoever read has gone; the system is still wanted
const terminal = createTerminal(process.stdout, process.env);
let system: System | undefined;
let ending = false;

async function end(status: number, words: string): Promise<void> {
  if (ending) return;
  ending = true;
  process.stdout.write(`\n${words}\n`);
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
  const settings = readSettings(process.env, projectRoot);
  system = createSystem({ settings, options, environment: process.env, terminal, onLost: (error) => void fail(error) });
  await system.start();
  const urls = options.demo && !ending ? await provideDemo(system, settings.DATA_DIR) : undefined;
  const run = system.run();
  const site = settings.SITE_URL ?? (run.gateways[0] as string);
  if (!ending)
    process.stdout.write(
      `\n${announce({ run, site, dataDir: settings.DATA_DIR, startedInMs: performance.now() - began, ...(urls ? { urls } : {}) })}\n`,
    );
} catch (error) {
  await fail(error);
}

async function provideDemo(started: System, dataDir: string): Promise<DemoUrls> {
  const vitae = createCommandLine(process.execPath, started.commandSettings());
  const { mongodbUri, gateways } = started.run();
  const data = await terminal.step('Demo data', () =>
    ensureDemo({ dataDir, mongodbUri, vitae, examples: join(projectRoot, 'deploy/local/examples') }),
  );
  const { cv, pdf, page, forRun } = await signedUrls(vitae, data, gateways[0] as string);
  const demo: Demo = { ...data, signedUrl: forRun };
  started.announceDemo(demo);
  return { cv, pdf, page };
}
