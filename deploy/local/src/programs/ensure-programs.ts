import { existsSync } from 'node:fs';
import type { LocalSettings } from '../settings.ts';
import { SetupError } from '../setup-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { aptInstall, aptLine, canInstall } from './apt.ts';
import type { Requirement } from './requirements.ts';
import { isProgram } from './which.ts';

export type Installer = {
  canInstall(): boolean;
  install(packages: string[], logFile: string): Promise<void>;
  hasApt: boolean;
  platform: NodeJS.Platform;
};

export const systemInstaller = (): Installer => ({
  canInstall,
  install: aptInstall,
  hasApt: existsSync('/usr/bin/apt-get'),
  platform: process.platform,
});

type Options = { settings: LocalSettings; terminal: Terminal; logFile: string; installer: Installer };

/** Where each requirement was found. */
export type Programs = Map<Requirement, string>;

/** Finds every requirement and installs what is missing where that may be done; else says what to type. */
export async function ensurePrograms(
  needed: Requirement[],
  { settings, terminal, logFile, installer }: Options,
): Promise<Programs> {
  const found = await locateAll(needed, settings);
  const missing = needed.filter((one) => !found.has(one));
  if (missing.length === 0) return found;
  if (installer.canInstall()) {
    await terminal.step(titleOf(missing), () => installAll(missing, installer, logFile));
    const all = await locateAll(needed, settings);
    for (const one of missing) if (!all.has(one) && !one.optional) fail(one);
    return all;
  }
  if (missing.some(({ optional }) => !optional)) throw new SetupError(whatToType(missing, installer));
  terminal.warn(whatToType(missing, installer));
  return found;
}

async function installAll(missing: Requirement[], { install }: Installer, logFile: string): Promise<void> {
  try {
    await install(
      missing.flatMap(({ apt }) => apt),
      logFile,
    );
  } catch (cause) {
    // Ubuntu, say, carries no chromium that is not a snap.
    const lines = missing.flatMap(({ title, download }) =>
      download ? `${title} can also be got so: ${download}` : [],
    );
    throw new SetupError([cause instanceof Error ? cause.message : String(cause), ...lines].join('\n'), { cause });
  }
}

async function locateAll(needed: Requirement[], settings: LocalSettings): Promise<Programs> {
  const found: Programs = new Map();
  for (const one of needed) {
    const path = await locate(one, settings);
    if (path) found.set(one, path);
  }
  return found;
}

async function locate({ setting, title, find }: Requirement, settings: LocalSettings): Promise<string | undefined> {
  const named = setting && settings[setting];
  if (!named) return find();
  if (!isProgram(named))
    throw new SetupError(
      `${setting} is ${named}, and no program is there. Correct it, or leave it out: ${title} is searched for then.`,
    );
  return named;
}

function fail({ title, setting }: Requirement): never {
  throw new SetupError(
    `${title} was installed and is still not to be found.${setting ? ` Say where it is: ${setting}=/path npm start` : ''}`,
  );
}

function whatToType(missing: Requirement[], { hasApt, platform }: Installer): string {
  const line =
    platform === 'darwin'
      ? missing.flatMap(({ macos }) => macos ?? []).join(' && ')
      : aptLine(missing.flatMap(({ apt }) => apt));
  const elsewhere = hasApt || platform === 'darwin' ? '' : ' (or the packages of your system that hold the same)';
  return `Missing: ${titles(missing)}. Type this${elsewhere}, then start again:\n\n  ${line}\n`;
}

const titleOf = (missing: Requirement[]) =>
  `${titles(missing)} (apt-get install, ${missing.flatMap(({ apt }) => apt).length} packages)`;

const titles = (all: Requirement[]) => all.map(({ title }) => title).join(', ');
