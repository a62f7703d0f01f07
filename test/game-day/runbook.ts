import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../support/project-root.ts';

/** The section of an alert in docs/runbooks.md. */
export type Runbook = {
  diagnosis: Step[];
  /** The causes of the alert, with their remedies. */
  cases: Case[];
  recovery: Step[];
  /** The alerts to whose runbooks the operator is sent. */
  continuesIn: string[];
};
type Step = { kind: 'query' | 'log'; text: string };
/** A cause, and the commands that the operator types then. */
export type Case = { when: string; commands: string[] };

const METRIC = /\b(vitae|http_server|rpc_server|db_client|messaging|nodejs|process_cpu|slo)[_:]\w/;

/** Reads the runbooks by the name of their alert. */
export async function readRunbooks(): Promise<ReadonlyMap<string, Runbook>> {
  const text = await readFile(join(projectRoot, 'docs/runbooks.md'), 'utf8');
  const sections = text.split(/^### (?=Vitae\w)/m).slice(1);
  const names = sections.map((section) => section.split('\n')[0] ?? '');
  return new Map(sections.map((section, index) => [names[index] ?? '', parseRunbook(section, names)]));
}

function parseRunbook(section: string, names: readonly string[]): Runbook {
  const part = (from: string, to: string) => section.split(`**${from}`)[1]?.split(`**${to}`)[0] ?? '';
  const [diagnosis, remedy] = [part('Diagnosis.', 'Remedy.'), part('Remedy.**', 'Recovered**')];
  const links = [...`${diagnosis}${remedy}`.matchAll(/\]\(#(\w+)\)/g)].map(([, anchor]) => anchor);
  return {
    diagnosis: stepsIn(diagnosis),
    cases: casesIn(remedy),
    recovery: stepsIn(section.split('**Recovered**')[1] ?? ''),
    continuesIn: names.filter((name) => links.includes(name.toLowerCase())),
  };
}

/** Returns the runbooks from one to another along their links, or undefined if none leads there. */
export function pathBetween(
  runbooks: ReadonlyMap<string, Runbook>,
  from: string,
  to: string,
  visited: readonly string[] = [],
): string[] | undefined {
  if (from === to) return [to];
  const paths = (runbooks.get(from)?.continuesIn ?? [])
    .filter((next) => next !== from && !visited.includes(next))
    .map((next) => pathBetween(runbooks, next, to, [...visited, from]))
    .filter((path) => path !== undefined);
  const [shortest] = paths.toSorted((one, other) => one.length - other.length);
  return shortest && [from, ...shortest];
}

/** Reads list items such as `- **Cause.** Text`, each with the commands of its bash blocks. */
function casesIn(remedy: string): Case[] {
  return remedy
    .split(/^- (?=\*\*)/m)
    .slice(1)
    .map((item) => ({
      when: /^\*\*(.+?)\.?\*\*/.exec(item)?.[1] ?? '',
      commands: [...item.matchAll(/^ *```bash\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) => linesOf(block)),
    }));
}

/** The queries and log searches in a text. */
function stepsIn(text: string): Step[] {
  const blocks = [...text.matchAll(/^ *```\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) => linesOf(block));
  const inline = [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.trim());
  return [...blocks, ...inline].flatMap((code): Step[] => {
    if (/^log \w+ \| grep/.test(code)) return [{ kind: 'log', text: code }];
    return METRIC.test(code) && !code.includes('kubectl') ? [{ kind: 'query', text: code }] : [];
  });
}

const linesOf = (block: string) =>
  block
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns the lines of the log that `log PROCESS | grep PATTERN` prints. */
export function searchLog(command: string, log: string): string[] {
  const [, process = '', flag, quoted = '', bare = ''] =
    /^log (\w+) \| grep (-E )?(?:'([^']*)'|(\S+))/.exec(command) ?? [];
  const pattern = quoted || bare;
  const matches = flag ? (line: string) => new RegExp(pattern).test(line) : (line: string) => line.includes(pattern);
  return log.split('\n').filter((line) => line.includes(`"name":"${process.toLowerCase()}"`) && matches(line));
}
