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

const FOLDERS = ['config/crd/bases', 'example/prometheus-operator-crd'];

/** Checks what Kubernetes itself knows no schema of against the operators' own; answers what is wrong. */
export function customResourceProblems(manifests: string, modules: readonly string[]): string[] {
  const validators = readValidators(modules);
  return parseAllDocuments(manifests)
    .map((document) => document.toJS() as Resource | null)
    .filter((resource) => resource !== null)
    .filter(({ apiVersion }) => /^[^/]+\.(sh|com)\//.test(apiVersion))
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
  // Formats such as int32 say nothing that the chart could get wrong.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const found = new Map<string, ValidateFunction>();
  for (const file of modules.flatMap(definitionFiles)) {
    const { spec } = parse(readFileSync(file, 'utf8')) as Definition;
    if (!['ScaledObject', 'ServiceMonitor', 'PrometheusRule'].includes(spec.names.kind)) continue;
    for (const { name, schema } of spec.versions)
      found.set(
        `${spec.group}/${name} ${spec.names.kind}`,
        ajv.compile(withoutUnknown(schema.openAPIV3Schema) as object),
      );
  }
  return found;
}

function definitionFiles(module: string): string[] {
  return FOLDERS.flatMap((folder) => {
    try {
      return readdirSync(join(module, folder)).map((name) => join(module, folder, name));
    } catch {
      return []; // the other operator's folder
    }
  }).filter((file) => file.endsWith('.yaml'));
}

/** A field that a definition does not name is dropped by Kubernetes without a word: here it is an error. */
function withoutUnknown(schema: unknown, top = true): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withoutUnknown(item, false));
  if (typeof schema !== 'object' || schema === null) return schema;
  // Patterns are Go's, whose inline flags JavaScript does not know.
  const readable = Object.entries(schema).filter(
    ([key, value]) => !(key === 'pattern' && String(value).includes('(?')),
  );
  const entries = readable.map(([key, value]) => [
    key,
    key === 'properties'
      ? Object.fromEntries(Object.entries(value as object).map(([name, field]) => [name, withoutUnknown(field, false)]))
      : withoutUnknown(value, false),
  ]);
  const closed = Object.fromEntries(entries);
  const names = 'properties' in schema && typeof schema.properties === 'object';
  if (names && !top && !('additionalProperties' in closed) && !('x-kubernetes-preserve-unknown-fields' in closed))
    closed.additionalProperties = false;
  return closed;
}
