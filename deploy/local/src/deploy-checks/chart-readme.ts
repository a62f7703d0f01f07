import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../project-root.ts';

// The README of the Helm chart, from the descriptions in values.schema.json and the defaults in values.yaml.

const chart = join(projectRoot, 'deploy/helm/vitae');
export const chartReadmeFile = join(chart, 'README.md');

type Schema = {
  description?: string;
  properties?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
  allOf?: { $ref: string }[];
};
type ChartValue = { path: string; description: string; default: unknown };

const schema: Schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8'));
const defaults: unknown = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'));

/** Returns the values of the chart. Those of `gateway.pod` and so on are described only at the top level, under `pod`. */
export function chartValues(): ChartValue[] {
  return valuesIn(schema, defaults);
}

/** Returns the paths of the defaults in values.yaml that chartValues does not contain. */
export function undescribedDefaults(): string[] {
  const described = chartValues().map(({ path }) => path);
  return leafPaths(defaults).filter((path) => !described.some((one) => path === one || path.startsWith(`${one}.`)));
}

export function chartReadme(): string {
  const rows = chartValues().map(
    (value) =>
      `| \`${value.path}\` | ${defaultText(value.default)} | ${value.description.replaceAll(/[|<*]/g, String.raw`\$&`)} |`,
  );
  return `# Helm chart of Vitae

Installs Vitae on Kubernetes. [Deploying](../../../docs/deploying.md#kubernetes) describes the installation step by step, and [upgrading](../../../docs/upgrading.md) new versions. [\`ci/\`](ci) has examples of values for common installations.

\`\`\`sh
helm install vitae deploy/helm/vitae -n vitae -f values.yaml
helm test vitae -n vitae --logs
\`\`\`

## Values

\`pod\`, \`service\` and \`serviceAccount\` apply to all processes. Each process extends them, for example \`gateway.pod\`: maps are merged by key, lists are appended, and other values are replaced. Helm rejects invalid and unknown values. This page is generated from \`values.schema.json\` and \`values.yaml\` (\`npm run generate:chart-readme\`).

| Value | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`;
}

function valuesIn({ properties = {} }: Schema, values: unknown, prefix = ''): ChartValue[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const value = isMap(values) ? values[name] : undefined;
    const inner = value === undefined ? property : resolved(property);
    if (inner.properties) return valuesIn(inner, value, `${path}.`);
    return [{ path, description: property.description ?? '', default: value }];
  });
}

/** Returns the definition to which a property refers. */
function resolved(property: Schema): Schema {
  const name = property.allOf?.[0]?.$ref.replace('#/definitions/', '');
  return (name && schema.definitions?.[name]) || property;
}

function leafPaths(value: unknown, path = ''): string[] {
  if (!isMap(value) || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([name, inner]) => leafPaths(inner, path === '' ? name : `${path}.${name}`));
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function defaultText(value: unknown): string {
  return value === undefined || value === '' ? '' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
