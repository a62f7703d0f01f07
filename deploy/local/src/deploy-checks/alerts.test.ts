import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../project-root.ts';
import { alertScenarios } from './alert-scenarios.ts';

type Rule = { alert?: string; labels: { severity: string }; annotations: { runbook_url: string } };

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const { groups } = parse(read('deploy/helm/vitae/monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] };
const alerts = groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert !== undefined);
const sections = read('docs/runbooks.md')
  .split(/^### (?=Vitae\w)/m)
  .slice(1);

test('every alert fires in a scenario, with each of its severities', () => {
  const severitiesOf = (name: string) =>
    alerts.flatMap(({ alert, labels }) => (alert === name ? [labels.severity] : []));
  const fired = new Set(
    alertScenarios.flatMap(({ fires, severity }) =>
      fires.map((name) => `${name} ${severity ?? severitiesOf(name).join()}`),
    ),
  );
  expect(alerts.length).toBeGreaterThan(20);
  expect([...fired].toSorted()).toEqual(alerts.map(({ alert, labels }) => `${alert} ${labels.severity}`).toSorted());
});

test('every alert links to its runbook, with meaning, diagnosis, remedy and recovery', () => {
  expect(alerts.map(({ annotations }) => annotations.runbook_url)).toEqual(
    alerts.map(({ alert }) => `docs/runbooks.md#${alert?.toLowerCase()}`),
  );
  expect(sections.map((section) => section.split('\n')[0]).toSorted()).toEqual(
    [...new Set(alerts.map(({ alert }) => alert))].toSorted(),
  );
  const parts = ['**Meaning.**', '**Diagnosis.**', '**Remedy.**', '**Recovered**'];
  expect(sections.filter((section) => !parts.every((part) => section.includes(part)))).toEqual([]);
});
