import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectRoot } from '../project-root.ts';

type Target = { expr: string; legendFormat: string };
export type Panel = {
  id: number;
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig: { defaults: { unit?: string } };
  targets: Target[];
};
export type Dashboard = { name: string; title: string; uid: string; panels: Panel[] };

const RULES = join(projectRoot, 'deploy/helm/vitae/monitoring/alerts.yaml');
const FOLDER = join(projectRoot, 'deploy/helm/vitae/monitoring/dashboards');

export function readDashboards(): Dashboard[] {
  return globSync(join(FOLDER, '*.json'))
    .toSorted()
    .map((file) => ({ name: basename(file, '.json'), ...JSON.parse(readFileSync(file, 'utf8')) }));
}

/** The first query of each panel with one of these titles. */
export function targetsOf(titles: ReadonlySet<string>): { panel: string; expr: string }[] {
  return readDashboards().flatMap(({ name, panels }) =>
    panels
      .filter(({ title }) => titles.has(title))
      .map(({ title, targets: [first] }) => ({ panel: `${name}: ${title}`, expr: first?.expr ?? '' })),
  );
}

/** The metrics of the alert rules and dashboards: each has a selector or a range. */
export function metricsInUse(): string[] {
  const queries = readDashboards().flatMap(({ panels }) => panels.flatMap(({ targets }) => targets));
  const text = [readFileSync(RULES, 'utf8'), ...queries.map(({ expr }) => expr)].join('\n');
  const names = text.matchAll(/(?<![\w$/.-])([a-z][a-z_]*[:_][\w:]+)(?=[{[])/g);
  return [...new Set([...names].map(([, name = '']) => name))];
}

/** Replaces the variables of a query as Grafana does when all values are selected. */
export function withAllValues(expression: string): string {
  return expression.replaceAll('$__rate_interval', '1m').replaceAll(/\$(?:namespace|release|process)\b/g, '.*');
}

/** The labels that the legend of a query shows. */
export function legendLabels({ legendFormat }: Target): string[] {
  return [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label as string);
}

/** Returns the panels that cover each other, are wider than the dashboard, have no unit, or have the id of another one. */
export function layoutProblems({ panels }: Dashboard): string[] {
  const wide = panels.filter(({ gridPos: { x, w } }) => x + w > 24).map(({ title }) => title);
  const covers = panels.flatMap((panel, index) =>
    panels
      .slice(index + 1)
      .filter((other) => overlaps(panel.gridPos, other.gridPos))
      .map((other) => `${panel.title} and ${other.title}`),
  );
  const withoutUnit = panels
    .filter(({ fieldConfig }) => !fieldConfig.defaults.unit)
    .map(({ title }) => `${title}: no unit`);
  const ids = panels.map(({ id }) => id);
  const duplicates = panels.filter(({ id }, index) => ids.indexOf(id) !== index).map(({ title }) => `${title}: id`);
  return [...wide, ...covers, ...withoutUnit, ...duplicates];
}

function overlaps(one: Panel['gridPos'], other: Panel['gridPos']): boolean {
  return one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
}
