import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../support/project-root.ts';
import { faults } from './faults.ts';
import { KINDS } from './load.ts';
import { isExecutable } from './operator.ts';
import { DOCUMENT, type Result, readResults, withResults } from './report.ts';
import { pathBetween, type Runbook, readRunbooks } from './runbook.ts';

type Rule = { alert?: string; labels?: { severity: string } };

const read = (path: string) => readFile(join(projectRoot, path), 'utf8');

let runbooks: ReadonlyMap<string, Runbook>;
let results: Result[];
beforeAll(async () => {
  runbooks = await readRunbooks();
  results = await readResults();
});

describe('the runbooks', () => {
  test('name causes for every alert, and commands for every page', async () => {
    const { groups } = parse(await read('deploy/helm/vitae/monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] };
    const rules = groups.flatMap(({ rules }) => rules.filter(({ alert }) => alert !== undefined));
    const without = rules.filter(({ alert = '', labels }) => {
      const cases = runbooks.get(alert)?.cases ?? [];
      const commands = cases.flatMap((one) => one.commands);
      return (
        cases.some(({ when }) => when === '') || cases.length === 0 || (labels?.severity === 'page' && !commands[0])
      );
    });
    expect(rules.length).toBeGreaterThan(20);
    expect(without.map(({ alert }) => alert)).toEqual([]);
  });

  test('change only values of the chart, and restart only its deployments', async () => {
    const values = parse(await read('deploy/helm/vitae/values.yaml'));
    const commands = [...runbooks.values()].flatMap(({ cases }) => cases.flatMap((one) => one.commands));
    const namesOf = (pattern: RegExp) =>
      commands.flatMap((command) => [...command.matchAll(pattern)].map(([, name = '']) => name));
    const paths = namesOf(/--set(?:-string)? ([\w.]+)=/g);
    const valueAt = (path: string) =>
      path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], values);
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !path.includes('.limits.cpu') && valueAt(path) === undefined)).toEqual([]);
    const components = ['gateway', 'site', 'export', ...Object.keys(values.services)];
    expect(namesOf(/deployment\/vitae-(\w+)/g).filter((name) => !components.includes(name))).toEqual([]);
  });
});

describe('each fault', () => {
  test('has a remedy in the runbooks, whose commands can be executed', () => {
    const problems = faults.flatMap(({ name, remedy }) => {
      if (!remedy) return [];
      const commands = runbooks.get(remedy.alert)?.cases.find(({ when }) => when === remedy.when)?.commands;
      if (!commands?.length) return [`${name}: ${remedy.alert} has no commands for “${remedy.when}”`];
      return commands.filter((command) => !isExecutable(command)).map((command) => `${name}: ${command}`);
    });
    expect(problems).toEqual([]);
  });

  test('executed the commands that the runbooks contain today, starting from the first alert', () => {
    expect(results.filter(({ commands }) => commands.length > 0).length).toBeGreaterThanOrEqual(10);
    const expected = results.map(({ fault: name, alerts }) => {
      const remedy = faults.find((fault) => fault.name === name)?.remedy;
      const first = alerts[0]?.name;
      const found = remedy && runbooks.get(remedy.alert)?.cases.find(({ when }) => when === remedy.when);
      const path = first && pathBetween(runbooks, first, remedy?.alert ?? first);
      return { name, commands: found?.commands ?? [], runbooks: path ?? [] };
    });
    const executed = results.map(({ fault, commands, runbooks: opened }) => ({
      name: fault,
      commands,
      runbooks: opened,
    }));
    expect(executed).toEqual(expected);
  });

  test('sent requests of all kinds, and all succeeded after the remedy', () => {
    const unused = results.filter(({ failures }) => KINDS.some((kind) => failures[kind].sent === 0));
    expect(unused.map(({ fault }) => fault)).toEqual([]);
    expect(results.filter(({ recoveredSeconds }) => recoveredSeconds === null)).toEqual([]);
  });
});

test('the document contains the recorded results, and what was corrected for each fault', async () => {
  const document = await readFile(DOCUMENT, 'utf8');
  expect(document).toBe(withResults(document, results));
  const corrected = document.split('## Corrections')[1] ?? '';
  expect(faults.filter(({ description }) => !corrected.includes(`| ${description} |`))).toEqual([]);
});
