import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Requirement } from './requirements.ts';
import { which } from './which.ts';

export type Language = 'go' | 'php' | 'python' | 'ruby';

/** Loads the libraries that the tests of code samples, signing plug-ins and generated clients use. */
const PROBES: Record<Language, { names: string[]; args: string[]; apt: string[]; macos: string }> = {
  go: {
    names: ['go', '/usr/local/go/bin/go', '/opt/homebrew/bin/go'],
    args: ['version'],
    apt: ['golang-go'],
    macos: 'brew install go',
  },
  php: {
    names: ['php', '/usr/bin/php'],
    args: ['-r', 'require "GuzzleHttp/autoload.php"; exit(extension_loaded("curl") ? 0 : 1);'],
    apt: ['php-cli', 'php-curl', 'php-guzzlehttp-guzzle'],
    macos: 'brew install php',
  },
  python: {
    names: ['python3', '/usr/bin/python3'],
    args: ['-c', 'import attrs, dateutil, ensurepip, httpx, requests'],
    apt: ['python3', 'python3-attr', 'python3-dateutil', 'python3-httpx', 'python3-requests', 'python3-venv'],
    macos: 'python3 -m pip install --user attrs httpx python-dateutil requests',
  },
  ruby: {
    names: ['ruby', '/usr/bin/ruby'],
    args: ['-e', 'require "faraday"'],
    apt: ['ruby', 'ruby-faraday'],
    macos: 'brew install ruby && gem install faraday',
  },
};

const TITLES: Record<Language, string> = {
  go: 'Go',
  php: 'PHP with Guzzle',
  python: 'Python with httpx and requests',
  ruby: 'Ruby with Faraday',
};

/** The programs of other languages. The system does not need them, only tests do. */
export const languageRequirements = (path: string | undefined): Record<Language, Requirement> => ({
  go: languageRequirement('go', path),
  php: languageRequirement('php', path),
  python: languageRequirement('python', path),
  ruby: languageRequirement('ruby', path),
});

function languageRequirement(language: Language, path: string | undefined): Requirement {
  const { names, args, apt, macos } = PROBES[language];
  return { title: TITLES[language], find: () => firstThatRuns(names, args, path), apt, macos };
}

/** A version manager may put an interpreter without the libraries first on the PATH. */
async function firstThatRuns(names: string[], args: string[], path: string | undefined): Promise<string | undefined> {
  for (const name of names) {
    const program = which([name], path);
    if (program && (await succeeds(program, args))) return program;
  }
  return undefined;
}

const succeeds = (program: string, args: string[]): Promise<boolean> =>
  promisify(execFile)(program, args, { timeout: 30_000 }).then(
    () => true,
    () => false, // a library is missing
  );
