import { parseSettings, SettingsError } from '@vitae/kit/settings';
import { type Config, configSchema } from '../../config.ts';
import { type Outcome, ok, problem, warning } from './check.ts';

const PUBLIC_URLS = ['COMPANY_API_URL', 'OAUTH_URL', 'USER_API_URL', 'SITE_URL'] as const;

/** Checks the settings of the gateway. `settings` is undefined if they cannot be used. */
export function checkSettings(environment: NodeJS.ProcessEnv): { settings?: Config; outcome: Outcome } {
  const warnings: string[] = [];
  try {
    const log = { warn: (_fields: object, message: string) => void warnings.push(message) };
    const settings = parseSettings(configSchema, environment, log);
    return { settings, outcome: checkPublicUrls(environment, settings) ?? outcomeOf(warnings) };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const fix =
      'Set them as docs/settings.md describes. With npm start, run the command in the same directory or set DATA_DIR.';
    return { outcome: problem(`${error.problems.join('. ')}.`, fix) };
  }
}

function outcomeOf(warnings: readonly string[]): Outcome {
  return warnings.length === 0
    ? ok('All settings are valid.')
    : warning(`${warnings.join('. ')}.`, 'Rename or remove the settings, see docs/settings.md.');
}

function checkPublicUrls(environment: NodeJS.ProcessEnv, settings: Config): Outcome | undefined {
  const isSet = (name: string) => Boolean(environment[name] || environment[`${name}_FILE`]);
  const missing = PUBLIC_URLS.filter((name) => !isSet(name));
  if (missing.length > 0 && missing.length < PUBLIC_URLS.length)
    return problem(
      `Some public URLs are set, but not ${missing.join(', ')}, which default to ${settings[missing[0] ?? 'SITE_URL']}.`,
      'Set all four public URLs, with the same values for every gateway and site.',
    );
  const schemes = new Set(PUBLIC_URLS.map((name) => new URL(settings[name]).protocol));
  if (schemes.size > 1)
    return problem(
      `The public URLs mix http and https: ${PUBLIC_URLS.map((name) => `${name}=${settings[name]}`).join(', ')}.`,
      'Use https for all four public URLs, with the same values for every gateway and site.',
    );
  return undefined;
}
