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

/** The path of each installed requirement. */
export type Programs = Map<Requirement, string>;

/**
 * Locates every requirement and installs what is missing, if the user may.
 * @throws {SetupError} with the command to run otherwise, unless everything that is missing is optional.
 */
export async function ensurePrograms(
  needed: Requirement[],
  { settings, terminal, logFile, installer }: Options,
): Promise<Programs> {
  const installed = await locateAll(needed, settings);
  const missing = needed.filter((one) => !installed.has(one));
  if (missing.length === 0) return installed;
  if (installer.canInstall()) {
    await terminal.step(titleOf(missing), () => installAll(missing, installer, logFile));
    const all = await locateAll(needed, settings);
    for (const one of missing) if (!all.has(one) && !one.optional) fail(one);
    return all;
  }
  if (missing.some(({ optional }) => !optional)) throw new SetupError(installInstructions(missing, installer));
  terminal.warn(installInstructions(missing, installer));
  return installed;
}

async function installAll(missing: Requirement[], { install }: Installer, logFile: string): Promise<void> {
  try {
    await install(
      missing.flatMap(({ apt }) => apt),
      logFile,
    );
  } catch (cause) {
    // For example, Ubuntu has Chromium only as a snap.
    const lines = missing.flatMap(({ title, download }) =>
      download ? `To install ${title} without apt: ${download}` : [],
    );
    throw new SetupError([cause instanceof Error ? cause.message : String(cause), ...lines].join('\n'), { cause });
  }
}

async function locateAll(needed: Requirement[], settings: LocalSettings): Promise<Programs> {
  const programs: Programs = new Map();
  for (const one of needed) {
    const path = await locate(one, settings);
    if (path) programs.set(one, path);
  }
  return programs;
}

async function locate({ setting, title, find }: Requirement, settings: LocalSettings): Promise<string | undefined> {
  const configured = setting && settings[setting];
  if (!configured) return find();
  if (!isProgram(configured))
    throw new SetupError(
      `${setting} is ${configured}, which is not a program. Correct it, or remove it to search for ${title}.`,
    );
  return configured;
}

function fail({ title, setting }: Requirement): never {
  throw new SetupError(
    `${title} was installed but cannot be found.${setting ? ` Set its path: ${setting}=/path npm start` : ''}`,
  );
}

function installInstructions(missing: Requirement[], { hasApt, platform }: Installer): string {
  const line =
    platform === 'darwin'
      ? missing.flatMap(({ macos }) => macos ?? []).join(' && ')
      : aptLine(missing.flatMap(({ apt }) => apt));
  const elsewhere = hasApt || platform === 'darwin' ? '' : ' (or install the equivalent packages of your system)';
  return `Missing: ${titles(missing)}. Run this command${elsewhere}, then start again:\n\n  ${line}\n`;
}

const titleOf = (missing: Requirement[]) =>
  `${titles(missing)} (apt-get install, ${missing.flatMap(({ apt }) => apt).length} packages)`;

const titles = (all: Requirement[]) => all.map(({ title }) => title).join(', ');
