import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Injected } from './faults.ts';
import type { Installation } from './installation.ts';
import { KINDS, type Load, PER_SECOND } from './load.ts';
import { execute } from './operator.ts';
import { type Alert, type Prometheus, startPrometheus } from './prometheus.ts';
import type { Result } from './report.ts';
import { pathBetween, type Runbook, readRunbooks, searchLog } from './runbook.ts';
import { say } from './say.ts';

const MINUTE = 60_000;
/** Time without faults and alerts before each fault. */
const QUIET_MS = 35_000;
const OBSERVE_MINUTES = 8;
const RECOVERY_TIMEOUT_MS = 3 * MINUTE;
const POLL_MS = 1_000;

const seconds = (ms: number) => Math.round(ms / 1_000);

type Fired = Alert & { afterSeconds: number };
type Outcome = Omit<Result, 'fault' | 'date'>;

/** Injects a fault, waits for the first alert, follows its runbook, and waits until all requests succeed. */
export async function testFault(fault: Fault, installation: Installation, load: Load): Promise<Outcome> {
  say(`\n== ${fault.name}: ${fault.description}`);
  const runbooks = await readRunbooks();
  const past = { api: PER_SECOND.read + PER_SECOND.write, pages: PER_SECOND.page };
  const prometheus = await startPrometheus(installation.cluster.metrics, past);
  try {
    await waitUntilQuiet(prometheus, load);
    const logged = installation.cluster.output().length;
    const began = Date.now();
    const injected = await fault.inject(installation);
    const alerts = await observe(prometheus, began, (fault.observeMinutes ?? OBSERVE_MINUTES) * MINUTE);
    const observedSeconds = seconds(Date.now() - began);
    const [first] = alerts;
    const path = pathFrom(first, fault, runbooks);
    for (const name of path)
      await diagnose(runbooks.get(name), name, prometheus, installation.cluster.output().slice(logged));
    const repaired = Date.now();
    const commands = await executeRemedy(fault, first, runbooks, installation, injected);
    const recoveredSeconds = await waitForRecovery(load, repaired);
    const failures = load.failures(began, repaired);
    await injected.end?.();
    for (const [kind, { sent, failed, statuses }] of Object.entries(failures))
      say(`  ${kind}: ${failed} of ${sent} failed ${statuses && `(${statuses})`}`);
    for (const name of path.slice(-1)) await checkRecovery(runbooks.get(name), prometheus);
    const reported = alerts.map(({ name, severity, afterSeconds }) => ({ name, severity, afterSeconds }));
    return {
      alerts: reported,
      observedSeconds,
      runbooks: path,
      commands: first ? commands : [],
      failures,
      recoveredSeconds,
    };
  } finally {
    await prometheus.stop();
  }
}

/** The runbooks that lead from the first alert to the remedy. */
function pathFrom(first: Alert | undefined, fault: Fault, runbooks: ReadonlyMap<string, Runbook>): string[] {
  if (!first) return [];
  if (!fault.remedy) return [first.name];
  const path = pathBetween(runbooks, first.name, fault.remedy.alert);
  if (!path) throw new Error(`The runbook of ${first.name} does not lead to that of ${fault.remedy.alert}`);
  return path;
}

/** Executes the commands of the runbook and returns them. Without an alert, this only ends the fault. */
async function executeRemedy(
  { remedy }: Fault,
  first: Alert | undefined,
  runbooks: ReadonlyMap<string, Runbook>,
  installation: Installation,
  injected: Injected,
): Promise<string[]> {
  if (!remedy) return [];
  const found = runbooks.get(remedy.alert)?.cases.find(({ when }) => when === remedy.when);
  if (!found) throw new Error(`The runbook of ${remedy.alert} has no case “${remedy.when}”`);
  for (const command of found.commands) {
    say(`  $ ${command}`);
    await execute(command, { POD: first?.labels.pod ?? '', ...injected.values }, installation, injected);
  }
  return found.commands;
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

/** Waits for the first alert, and returns all alerts that fire then. */
async function observe(prometheus: Prometheus, injected: number, timeoutMs: number): Promise<Fired[]> {
  // A new Prometheus takes counters of the fault before for new ones.
  const before = new Set(await prometheus.active());
  while (Date.now() - injected < timeoutMs) {
    await pause(POLL_MS);
    const fired = new Map<string, Fired>();
    for (const alert of await prometheus.firing()) {
      if (before.has(alert.name) || fired.has(alert.name)) continue;
      fired.set(alert.name, { ...alert, afterSeconds: seconds(Date.now() - injected) });
      say(
        `  ${alert.name} (${alert.severity}) after ${seconds(Date.now() - injected)} s ${JSON.stringify(alert.labels)}`,
      );
    }
    if (fired.size > 0) return [...fired.values()];
  }
  say(`  no alert within ${seconds(timeoutMs)} s`);
  return [];
}

/** Prints what an operator who follows the runbook would see. */
async function diagnose(runbook: Runbook | undefined, name: string, prometheus: Prometheus, log: string) {
  say(`  runbook of ${name}`);
  for (const { kind, text } of runbook?.diagnosis ?? []) {
    const found = kind === 'log' ? searchLog(text, log) : await query(prometheus, text);
    say(`  ${kind}: ${text}`);
    for (const line of found.slice(0, 8)) say(`      ${line.slice(0, 300)}`);
    if (found.length === 0) say('      (nothing)');
  }
}

async function checkRecovery(runbook: Runbook | undefined, prometheus: Prometheus): Promise<void> {
  for (const { kind, text } of runbook?.recovery ?? []) {
    if (kind === 'log') continue;
    say(`  recovered? ${text}`);
    for (const line of (await query(prometheus, text)).slice(0, 8)) say(`      ${line}`);
  }
}

const query = (prometheus: Prometheus, text: string) => prometheus.query(text).catch((error: Error) => [error.message]);

/** Returns the seconds until all requests succeed again, or null if they do not. */
async function waitForRecovery(load: Load, repaired: number): Promise<number | null> {
  while (Date.now() - repaired < RECOVERY_TIMEOUT_MS) {
    await pause(POLL_MS);
    if (load.isHealthy(repaired)) return seconds(lastFailure(load, repaired) - repaired);
  }
  say(`  NOT RECOVERED after ${seconds(RECOVERY_TIMEOUT_MS)} s: ${JSON.stringify(load.failures(repaired))}`);
  return null;
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
