import type { OpenApiDocument, OpenApiOperation } from './api-reference.ts';

type Parameter = OpenApiOperation['parameters'][number];

/** Returns the document as it is published: without repeated parameters, and with addresses that work from outside. */
export function publishedDocument(document: OpenApiDocument): object {
  return withRelativeServers(withSharedParameters(document));
}

/** Moves the most frequent parameter of each name to `components/parameters`, unless a schema has the name. */
function withSharedParameters(document: OpenApiDocument): OpenApiDocument {
  const { paths, components } = document;
  const all = operationsOf(paths).flatMap(({ parameters }) => parameters.map((one) => JSON.stringify(one)));
  const byFrequency = [...Map.groupBy(all, (text) => text)].sort(([, a], [, b]) => b.length - a.length);
  const names = new Map<string, string>();
  const shared: Record<string, Parameter> = {};
  for (const [text, { length }] of byFrequency) {
    const parameter = JSON.parse(text) as Parameter;
    const name = pascalCase(parameter.name);
    // Some generators cannot name the alternatives of a shared parameter.
    const isShared = length >= 2 && !shared[name] && !components.schemas[name] && !parameter.schema.anyOf;
    if (!isShared) continue;
    shared[name] = parameter;
    names.set(text, name);
  }
  const refer = (parameter: Parameter) => {
    const name = names.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  };
  const published = mapOperations(paths, (operation) => ({
    ...operation,
    parameters: operation.parameters.map(refer) as Parameter[],
  }));
  return { ...document, paths: published, components: { ...components, parameters: shared } };
}

/** On a developer's machine, the addresses are those of the server that serves the document. */
function withRelativeServers(document: OpenApiDocument): OpenApiDocument {
  const relative = <Server extends { url: string }>(servers: Server[]) =>
    servers.map((server) => ({ ...server, url: isLocal(server.url) ? '/' : server.url }));
  const paths = mapOperations(document.paths, (operation) =>
    operation.servers ? { ...operation, servers: relative(operation.servers) } : operation,
  );
  return { ...document, servers: relative(document.servers), paths };
}

const isLocal = (url: string) => /^http:\/\/localhost(?::\d+)?$/.test(url);

const operationsOf = (paths: OpenApiDocument['paths']) =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

function mapOperations(
  paths: OpenApiDocument['paths'],
  map: (operation: OpenApiOperation) => OpenApiOperation,
): OpenApiDocument['paths'] {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, map(operation)])),
    ]),
  );
}

function pascalCase(name: string): string {
  return name
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
