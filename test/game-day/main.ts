import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '../support/project-root.ts';
import { type Fault, faults } from './faults.ts';
import { type Installation, startInstallation } from './installation.ts';
import { KINDS, type Load, PER_SECOND, startLoad } from './load.ts';
import { type Alert, type Prometheus, startPrometheus } from './prometheus.ts';
import { type Result, resultTable } from './report.ts';
import { readRunbook, searchLog } from './runbook.ts';

// npm run game-day -- [FAULT…]: injects one fault after the other and reports the alerts. See docs/game-day.md.

const MINUTE = 60_000;
/** Time without faults and alerts before each fault. */
const QUIET_MS = 35_000;
const OBSERVE_MINUTES = 8;
const RECOVERY_TIMEOUT_MS = 3 * MINUTE;
const END_TIMEOUT_MS = 60_000;
const POLL_MS = 1_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const seconds = (ms: number) => Math.round(ms / 1_000);

async function run(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !faults.some((fault) => fault.name === name));
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. Faults: ${faults.map(({ name }) => name).join(', ')}`);
  const selected = names.length > 0 ? faults.filter(({ name }) => names.includes(name)) : faults;
  const installation = await startInstallation();
  const { url, cluster, cvIds } = installation;
  const load = startLoad({
    url,
    key: cluster.demo,
    userId: cluster.demo.userId,
    cvIds,
    publicPages: ['/', '/account'],
  });
  const results: Result[] = [];
  try {
    for (const fault of selected) {
      results.push(await execute(fault, installation, load));
      const folder = join(projectRoot, '.vitae');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `game-day-${selected[0]?.name}.md`), resultTable(results));
      await writeFile(join(folder, `game-day-${selected[0]?.name}.log`), cluster.output());
    }
  } finally {
    await load.stop();
    await installation.stop();
  }
  say(`\n${resultTable(results)}`);
}

async function execute(fault: Fault, installation: Installation, load: Load): Promise<Result> {
  say(`\n== ${fault.name}: ${fault.description}`);
  const past = { api: PER_SECOND.read + PER_SECOND.write, pages: PER_SECOND.page };
  const prometheus = await startPrometheus(installation.cluster.metrics, past);
  try {
    await waitUntilQuiet(prometheus, load);
    const logged = installation.cluster.output().length;
    const injected = Date.now();
    const repair = await fault.inject(installation);
    const alerts = await observe(prometheus, injected, (fault.observeMinutes ?? OBSERVE_MINUTES) * MINUTE);
    const [first] = alerts;
    if (first) await followRunbook(first, prometheus, installation.cluster.output().slice(logged));
    const repaired = Date.now();
    await repair();
    const recovered = await waitForRecovery(load, repaired);
    const ended = first && (await waitForEnd(first, prometheus, repaired));
    for (const [kind, { sent, failed, statuses }] of Object.entries(load.failures(injected, repaired)))
      say(`  ${kind}: ${failed} of ${sent} failed ${statuses && `(${statuses})`}`);
    if (first) await checkRecovery(first, prometheus);
    const failures = load.failures(injected, repaired);
    return { fault, alerts, failures, recoveredSeconds: recovered, endedSeconds: ended };
  } finally {
    await prometheus.stop();
  }
}

async function waitUntilQuiet(prometheus: Prometheus, load: Load): Promise<void> {
  const started = Date.now();
  while (Date.now() - started < RECOVERY_TIMEOUT_MS) {
    await pause(POLL_MS);
    if (Date.now() - started > QUIET_MS && load.isHealthy(started) && (await prometheus.firing()).length === 0) return;
  }
  const firing = (await prometheus.firing()).map(({ name }) => name);
  say(`  not quiet: ${firing.join(', ')} ${JSON.stringify(load.failures(started))}`);
}

type Fired = Alert & { afterSeconds: number };

/** Waits for the first alert that wakes someone, and returns all alerts until then. */
async function observe(prometheus: Prometheus, injected: number, timeoutMs: number): Promise<Fired[]> {
  const fired = new Map<string, Fired>();
  const before = new Set((await prometheus.firing()).map(({ name }) => name));
  while (Date.now() - injected < timeoutMs) {
    await pause(POLL_MS);
    for (const alert of await prometheus.firing()) {
      if (before.has(alert.name) || fired.has(alert.name)) continue;
      fired.set(alert.name, { ...alert, afterSeconds: seconds(Date.now() - injected) });
      say(
        `  ${alert.name} (${alert.severity}) after ${seconds(Date.now() - injected)} s ${JSON.stringify(alert.labels)}`,
      );
    }
    if (fired.size > 0) break;
  }
  if (fired.size === 0) say(`  no alert within ${seconds(timeoutMs)} s`);
  return [...fired.values()];
}

/** Prints what an operator who follows the runbook of the alert would see. */
async function followRunbook(alert: Fired, prometheus: Prometheus, log: string): Promise<void> {
  const runbook = await readRunbook(alert.name);
  if (!runbook) return say(`  NO RUNBOOK for ${alert.name}`);
  for (const { kind, text } of runbook.diagnosis) {
    const found = await lookAt(kind, text, alert, prometheus, log);
    say(`  ${kind}: ${text}`);
    for (const line of found.slice(0, 8)) say(`      ${line.slice(0, 300)}`);
    if (found.length === 0) say('      (nothing)');
  }
  say(`  remedy: ${runbook.remedy.replaceAll('\n', ' ')}`);
}

async function checkRecovery(alert: Fired, prometheus: Prometheus): Promise<void> {
  const runbook = await readRunbook(alert.name);
  for (const { kind, text } of runbook?.recovery ?? []) {
    if (kind === 'log') continue;
    say(`  recovered? ${text}`);
    for (const line of (await lookAt(kind, text, alert, prometheus, '')).slice(0, 8)) say(`      ${line}`);
  }
}

async function lookAt(kind: 'query' | 'log', text: string, alert: Alert, prometheus: Prometheus, log: string) {
  const given = text.replaceAll('OUTCOME', alert.labels.outcome ?? 'OUTCOME');
  if (kind === 'log') return searchLog(given, log);
  return prometheus.query(given).catch((error: Error) => [error.message]);
}

/** Returns the seconds until all requests succeed again. */
async function waitForRecovery(load: Load, repaired: number): Promise<number | undefined> {
  while (Date.now() - repaired < RECOVERY_TIMEOUT_MS) {
    await pause(POLL_MS);
    if (load.isHealthy(repaired)) return seconds(lastFailure(load, repaired) - repaired);
  }
  say(`  NOT RECOVERED after ${seconds(RECOVERY_TIMEOUT_MS)} s: ${JSON.stringify(load.failures(repaired))}`);
  return undefined;
}

/** The end of the last second in which a request failed. */
function lastFailure(load: Load, repaired: number): number {
  let last = repaired;
  for (let at = repaired; at < Date.now(); at += 1_000) {
    const failed = KINDS.some((kind) => load.failures(at, at + 1_000)[kind].failed > 0);
    if (failed) last = at + 1_000;
  }
  return last;
}

/** Returns the seconds until the alert ended. Alerts of objectives take longer: their windows contain the fault. */
async function waitForEnd(alert: Alert, prometheus: Prometheus, repaired: number): Promise<number | undefined> {
  while (Date.now() - repaired < END_TIMEOUT_MS) {
    await pause(POLL_MS);
    if (!(await prometheus.firing()).some(({ name }) => name === alert.name)) return seconds(Date.now() - repaired);
  }
  return undefined;
}

await run(process.argv.slice(2));
