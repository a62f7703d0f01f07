import type { Config } from '../../config.ts';
import { readRunFile, settingsOfRunningSystem } from '../run-file.ts';
import { skipped } from './check.ts';
import { checks } from './checks.ts';
import { createDoctorContext, type DoctorOptions } from './doctor-context.ts';
import { forwardLoopback } from './loopback.ts';
import { createRedact, type Report, reportOf, runChecks } from './run-checks.ts';
import { checkSettings } from './settings-check.ts';

/** Checks the running system. The report contains no secrets. */
export async function runDoctor(given: NodeJS.ProcessEnv, options: DoctorOptions): Promise<Report> {
  const environment = settingsOfRunningSystem(given);
  const { run, dataDir } = readRunFile(given);
  const { settings, outcome } = checkSettings(environment);
  const secrets = [options.key?.secret, run?.demo?.secret].filter((secret) => secret !== undefined);
  const redact = createRedact({ ...environment, ...urlsOf(settings) }, secrets);
  const first = { name: 'Settings', ...outcome };
  if (!settings) {
    const rest = checks.map(({ name }) => ({ name, ...skipped('The settings are invalid.', 'Correct them first.') }));
    return reportOf([first, ...rest], redact);
  }
  const context = createDoctorContext({ settings, run, dataDir, options });
  const stopForwarding = options.loopback && (await forwardLoopback(publicUrls(settings), options.loopback));
  try {
    const report = await runChecks(checks, context, redact);
    const reported = reportOf([first], redact);
    return { healthy: reported.healthy && report.healthy, checks: [...reported.checks, ...report.checks] };
  } finally {
    stopForwarding?.();
    await context.close();
  }
}

/** The URLs with passwords, which may have been read from files. */
function urlsOf(settings: Config | undefined): NodeJS.ProcessEnv {
  const { MONGODB_URI, REDIS_URL, QUEUE_REDIS_URL } = settings ?? {};
  return { MONGODB_URI, REDIS_URL, QUEUE_REDIS_URL };
}

function publicUrls({ COMPANY_API_URL, OAUTH_URL, USER_API_URL, SITE_URL }: Config): string[] {
  return [COMPANY_API_URL, OAUTH_URL, USER_API_URL, SITE_URL];
}
