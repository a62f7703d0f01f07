import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parseAllDocuments } from 'yaml';
import { customGroups } from './custom-resources.ts';

type Resource = { apiVersion: string; kind: string; metadata: { name: string } };

/**
 * Returns a function that checks manifests against the strict JSON schemas of a version of Kubernetes, and returns the
 * problems. It compiles the schema of a kind once.
 * @param folder the schemas, as in the Python package kubernetes-validate
 */
export function createKubernetesCheck(folder: string): (manifests: string) => string[] {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  // Formats such as int32 are not known to Ajv and do not matter for the chart.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(read('_definitions.json'));
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (name: string): ValidateFunction => {
    const validator = validators.get(name) ?? ajv.compile(read(name));
    validators.set(name, validator);
    return validator;
  };
  return (manifests) =>
    parseAllDocuments(manifests).flatMap((document) => {
      if (document.errors.length > 0) return document.errors.map(({ message }) => message);
      const resource = document.toJS() as Resource | null;
      if (!resource || customGroups.includes(resource.apiVersion.split('/', 1).join())) return [];
      const title = `${resource.kind} ${resource.metadata.name}`;
      const name = schemaName(resource);
      if (!existsSync(join(folder, name))) return [`${title}: Kubernetes does not know ${resource.apiVersion}`];
      const validate = validatorOf(name);
      if (validate(resource)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${title}${instancePath}: ${message} ${JSON.stringify(params)}`,
      );
    });
}

/** Returns, for example, ingress-networking-v1.json for networking.k8s.io/v1. */
function schemaName({ apiVersion, kind }: Resource): string {
  const [group = '', version] = apiVersion.split('/');
  return `${[kind.toLowerCase(), group.split('.')[0], version].filter(Boolean).join('-')}.json`;
}
