import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';

type Resource = { apiVersion: string; kind: string; metadata: { name: string } };
type Definition = {
  spec: {
    group: string;
    names: { kind: string };
    versions: { name: string; schema: { openAPIV3Schema: object } }[];
  };
};

const FOLDERS = ['config/crd/bases', 'config/crd/standard', 'example/prometheus-operator-crd'];
export const customGroups = ['keda.sh', 'monitoring.coreos.com', 'gateway.networking.k8s.io'];

/**
 * Returns a function that checks custom resources against the definitions of their operators, and returns the problems.
 */
export function createCustomResourceCheck(modules: readonly string[]): (manifests: string) => string[] {
  const validators = readValidators(modules);
  return (manifests) => customResourceProblems(manifests, validators);
}

function customResourceProblems(manifests: string, validators: Map<string, ValidateFunction>): string[] {
  return parseAllDocuments(manifests)
    .map((document) => document.toJS() as Resource | null)
    .filter((resource) => resource !== null)
    .filter(({ apiVersion }) => customGroups.includes(apiVersion.split('/', 1).join()))
    .flatMap((resource) => {
      const validate = validators.get(`${resource.apiVersion} ${resource.kind}`);
      const name = `${resource.kind} ${resource.metadata.name}`;
      if (!validate) return [`${name}: no definition of ${resource.apiVersion}`];
      if (validate(resource)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${name}${instancePath}: ${message} ${JSON.stringify(params)}`,
      );
    });
}

function readValidators(modules: readonly string[]): Map<string, ValidateFunction> {
  // Formats such as int32 are not known to Ajv and do not matter for the chart.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const validators = new Map<string, ValidateFunction>();
  for (const file of modules.flatMap(definitionFiles)) {
    const { spec } = parse(readFileSync(file, 'utf8')) as Partial<Definition>;
    if (!spec?.names || !['ScaledObject', 'ServiceMonitor', 'PrometheusRule', 'HTTPRoute'].includes(spec.names.kind))
      continue;
    for (const { name, schema } of spec.versions)
      validators.set(
        `${spec.group}/${name} ${spec.names.kind}`,
        ajv.compile(closeSchema(schema.openAPIV3Schema) as object),
      );
  }
  return validators;
}

function definitionFiles(module: string): string[] {
  return FOLDERS.flatMap((folder) => {
    try {
      return readdirSync(join(module, folder)).map((name) => join(module, folder, name));
    } catch {
      return []; // this operator has its definitions in another folder
    }
  }).filter((file) => file.endsWith('.yaml'));
}

/** Makes unknown fields an error. Kubernetes would silently drop them. */
function closeSchema(schema: unknown, top = true): unknown {
  if (Array.isArray(schema)) return schema.map((item) => closeSchema(item, false));
  if (typeof schema !== 'object' || schema === null) return schema;
  // Patterns are in Go syntax, whose inline flags JavaScript does not support.
  const readable = Object.entries(schema).filter(
    ([key, value]) => !(key === 'pattern' && String(value).includes('(?')),
  );
  const entries = readable.map(([key, value]) => [
    key,
    key === 'properties'
      ? Object.fromEntries(Object.entries(value as object).map(([name, field]) => [name, closeSchema(field, false)]))
      : closeSchema(value, false),
  ]);
  const closed = Object.fromEntries(entries);
  const names = 'properties' in schema && typeof schema.properties === 'object';
  if (names && !top && !('additionalProperties' in closed) && !('x-kubernetes-preserve-unknown-fields' in closed))
    closed.additionalProperties = false;
  return closed;
}
