import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';
import { findWords, isChecked } from './words/find-words.ts';
import { EXEMPTIONS, WORD_RULES } from './words/word-rules.ts';

// npm run check:words -- [PATH…]: reports words that the glossary replaces. Part of npm run check.

const paths = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...paths], {
  cwd: projectRoot,
  encoding: 'utf8',
});
let count = 0;
for (const file of new Set(files.trim().split('\n'))) {
  if (!isChecked(file) || !existsSync(join(projectRoot, file))) continue;
  const content = readFileSync(join(projectRoot, file), 'utf8');
  for (const { line, word, instead } of findWords(file, content, WORD_RULES, EXEMPTIONS)) {
    process.stdout.write(`${file}:${line}: "${word}": write ${instead}\n`);
    count += 1;
  }
}
if (count > 0) process.stdout.write(`${count} words. The rules are in deploy/local/src/words/word-rules.ts.\n`);
process.exitCode = count > 0 ? 1 : 0;
