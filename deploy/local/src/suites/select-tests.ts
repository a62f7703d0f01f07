import { basename, isAbsolute, relative } from 'node:path';
import { SetupError } from '../setup-error.ts';

export const TEST_USAGE = 'npm test -- [FILE…] [-t "test name"] [jest options as --name=value]';

export type TestArguments = {
  /** Parts of paths, or regular expressions. */
  patterns: string[];
  /** A regular expression for the full name of a test. */
  name: string | undefined;
  /** Passed to jest unchanged. */
  jestOptions: string[];
};

export function parseTestArguments(args: readonly string[]): TestArguments {
  const parsed: TestArguments = { patterns: [], name: undefined, jestOptions: [] };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [option, value] = arg.split(/=(.*)/s);
    if (option === '-t' || option === '--testNamePattern') parsed.name = value ?? rest.shift();
    else if (arg.startsWith('-')) parsed.jestOptions.push(arg);
    else parsed.patterns.push(arg);
  }
  return parsed;
}

/**
 * Returns the test files that match. With a name only, returns the files that contain it.
 *
 * @param read returns the content of a test file
 * @throws {SetupError} if nothing matches, with similar files
 */
export function selectTestFiles(
  files: readonly string[],
  { patterns, name }: TestArguments,
  { root, read }: { root: string; read(file: string): string },
): string[] {
  if (patterns.length > 0) return patterns.flatMap((pattern) => filesMatching(files, pattern, root)).filter(isFirst);
  if (name === undefined) return [...files];
  const containing = files.filter((file) => toRegExp(name).test(read(file)));
  if (containing.length > 0) return containing;
  throw new SetupError(
    `No test file contains the test name "${name}". Names from test.each are generated: name the file too.\n` +
      `Usage: ${TEST_USAGE}`,
  );
}

/** Returns the test names in a file, for the message that none of them matches. Generated names keep placeholders. */
export function testNamesIn(source: string): string[] {
  const title = /^\s*(?:test|it)\b[^\n]*?\(\s*(['"`])(.+?)\1,|^\s*(?:\]|\w+)?\)\(\s*(['"`])(.+?)\3,/gm;
  return [...source.matchAll(title)].map((match) => match[2] ?? match[4] ?? '');
}

function filesMatching(files: readonly string[], pattern: string, root: string): string[] {
  const path = (isAbsolute(pattern) ? relative(root, pattern) : pattern).replace(/^\.\//, '');
  const testsOfSource = path.replace(/(?<!\.test)\.tsx?$/, '.');
  const matching = files.filter(
    (file) =>
      file.includes(path) ||
      toRegExp(path).test(file) ||
      file.replace(/(\.integration)?\.test\.tsx?$/, '.').endsWith(testsOfSource),
  );
  if (matching.length > 0) return matching;
  const similar = mostSimilar(path, files);
  const suggestion = similar.length > 0 ? `\nDid you mean:\n${similar.map((file) => `  ${file}`).join('\n')}` : '';
  throw new SetupError(`No test file matches "${pattern}".${suggestion}\nUsage: ${TEST_USAGE}`);
}

function toRegExp(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'i');
  } catch {
    return new RegExp(pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
  }
}

/** Up to five files whose name shares at least a third of its three-letter sequences with `path`. */
function mostSimilar(path: string, files: readonly string[]): string[] {
  const wanted = trigrams(path);
  const scored = files.map((file) => {
    const own = trigrams(file);
    const shared = [...wanted].filter((one) => own.has(one)).length;
    return { file, score: shared / Math.max(1, Math.min(wanted.size, own.size)) };
  });
  return scored
    .filter(({ score }) => score >= 1 / 3)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, 5)
    .map(({ file }) => file);
}

function trigrams(path: string): Set<string> {
  const name = basename(path)
    .toLowerCase()
    .replace(/(\.integration)?(\.test)?\.tsx?$/, '');
  return new Set(Array.from({ length: Math.max(1, name.length - 2) }, (_, at) => name.slice(at, at + 3)));
}

const isFirst = <T>(item: T, index: number, all: readonly T[]) => all.indexOf(item) === index;
