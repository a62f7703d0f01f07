import { execFileSync } from 'node:child_process';

/** A language of the documentation's code examples. `probe` with the argument `version` tells whether it is installed. */
export type SnippetLanguage = {
  fence: string;
  ending: string;
  command: string;
  /** Precede the name of the program. */
  options?: string[];
  probe: string;
  version: string;
};

const LANGUAGES: readonly SnippetLanguage[] = [
  { fence: 'bash', ending: 'sh', command: 'bash', probe: 'openssl', version: 'version' },
  { fence: 'javascript', ending: 'mjs', command: process.execPath, probe: process.execPath, version: '--version' },
  { fence: 'typescript', ending: 'mts', command: process.execPath, probe: process.execPath, version: '--version' },
  { fence: 'php', ending: 'php', command: 'php', probe: 'php', version: '--version' },
  { fence: 'python', ending: 'py', command: 'python3', probe: 'python3', version: '--version' },
  { fence: 'ruby', ending: 'rb', command: 'ruby', probe: 'ruby', version: '--version' },
  { fence: 'go', ending: 'go', command: 'go', options: ['run'], probe: 'go', version: 'version' },
];

/** Returns those of the languages that are installed on this machine. */
export function installedLanguages(...fences: string[]): SnippetLanguage[] {
  return LANGUAGES.filter(({ fence }) => fences.includes(fence)).filter(isInstalled);
}

export function snippetOf(text: string, fence: string): string {
  const match = new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text);
  if (!match?.[1]) throw new Error(`There is no ${fence} snippet`);
  return match[1];
}

function isInstalled({ probe, version }: SnippetLanguage): boolean {
  try {
    execFileSync(probe, [version], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // not installed
  }
}
