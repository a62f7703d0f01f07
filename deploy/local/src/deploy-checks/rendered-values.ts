import { isDeepStrictEqual } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { COMPONENT, PROCESSES } from './chart-rules.ts';

// Values that the schemas of manifests do not require: network peers, annotations, and options of single processes.

type Annotations = Record<string, string | null>;
export type Values = {
  ingress?: { enabled?: boolean; annotations?: Annotations };
  networkPolicy?: Record<string, unknown>;
};
type Resource = {
  kind: string;
  metadata: { annotations?: Annotations };
  spec: { podSelector?: { matchLabels?: Record<string, string> }; ingress?: { from?: unknown[] }[] };
};

/** The values of `networkPolicy` that admit peers, and the pods to which they admit them. */
export const ADMITTED_TO: Readonly<Record<string, readonly string[]>> = {
  ingressFrom: ['gateway', 'site'],
  kedaFrom: ['redis'],
  'mongodb.from': ['mongodb'],
  prometheusFrom: PROCESSES,
  'redis.from': ['redis'],
};
export const BODY_SIZE = 'nginx.ingress.kubernetes.io/proxy-body-size';

/** Options that also exist for single processes, for example `gateway.pod`. */
const OPTIONS = [
  ...['pod', 'service', 'serviceAccount', 'caBundle', 'digests', 'pullSecrets', 'clientCertificates'],
  ...['autoscaling', 'httpRoute'],
];

/** Returns the peers, annotations and options in a set of values that the manifests do not contain. */
export function missingValues(values: string, manifests: string): string[] {
  const parsed = parse(values) as Values;
  const { ingress, networkPolicy } = parsed;
  const resources = parseAllDocuments(manifests)
    .map((document) => document.toJS() as Resource | null)
    .filter((resource) => resource !== null);
  const missingPeers = Object.entries(ADMITTED_TO).flatMap(([path, components]) =>
    components.flatMap((name) =>
      peersAt(path, networkPolicy).every((peer) => admits(resources, name, peer))
        ? []
        : [`networkPolicy.${path} does not admit its peers to ${name}`],
    ),
  );
  const missingOptions = optionsIn(parsed)
    .flatMap(scalarsIn)
    .filter((value) => !manifests.includes(value))
    .map((value) => `The value ${value} has no effect`);
  const annotations = ingress?.enabled ? annotationProblems(resources, ingress.annotations) : [];
  return [...missingPeers, ...annotations, ...missingOptions];
}

function optionsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (OPTIONS.includes(key) ? [inner] : optionsIn(inner)));
}

function scalarsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(scalarsIn);
  return value === null ? [] : [String(value)];
}

/** Returns the peers in a value, such as `redis.from`. */
export function peersAt(path: string, networkPolicy: Values['networkPolicy']): unknown[] {
  const value = path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], networkPolicy);
  return Array.isArray(value) ? value : [];
}

function admits(resources: Resource[], component: string, peer: unknown): boolean {
  return resources
    .filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec.podSelector?.matchLabels?.[COMPONENT] === component)
    .flatMap(({ spec }) => spec.ingress ?? [])
    .some(({ from = [] }) => from.some((one) => isDeepStrictEqual(one, peer)));
}

/** By default, pictures must pass the Ingress. An annotation that is null is removed. */
function annotationProblems(resources: Resource[], annotations: Annotations = {}): string[] {
  const ingresses = resources.filter(({ kind }) => kind === 'Ingress');
  if (ingresses.length === 0) return ['There is no Ingress'];
  return ingresses.flatMap(({ metadata }) =>
    Object.entries({ [BODY_SIZE]: '8m', ...annotations })
      .map(([name, value]) => ({ name, value, rendered: metadata.annotations?.[name] ?? null }))
      .filter(({ value, rendered }) => rendered !== value)
      .map(({ name, value, rendered }) => `The Ingress has ${name}: ${rendered} instead of ${value}`),
  );
}
