import { SetupError } from '../setup-error.ts';

const UNRELEASED = '## [Unreleased]';

/** Moves the unreleased changes to a section of the version. */
export function releaseChangelog(text: string, version: string, date: string): string {
  if (sectionOf(text, version) !== undefined) throw new SetupError(`CHANGELOG.md already has a section ${version}.`);
  if (!sectionOf(text, 'Unreleased')) throw new SetupError('CHANGELOG.md has no unreleased changes.');
  return text.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## [${version}] - ${date}\n`);
}

/** Returns the changes of a version, without its heading. */
export function changesOf(text: string, version: string): string {
  const changes = sectionOf(text, version);
  if (changes) return `${changes}\n`;
  throw new SetupError(
    `CHANGELOG.md has no section ${version}. Run: npm run release -- --version ${version}, review and commit the changes.`,
  );
}

function sectionOf(text: string, version: string): string | undefined {
  const sections = text.split(/^## /m).slice(1);
  const section = sections.find((one) => one.startsWith(`[${version}]`));
  return section?.split('\n').slice(1).join('\n').trim();
}
