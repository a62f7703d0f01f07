import { parse } from 'yaml';

const OPTIONS = [
  'pod',
  'service',
  'serviceAccount',
  'caBundle',
  'digests',
  'pullSecrets',
  'clientCertificates',
  'autoscaling',
  'httpRoute',
];

/** Returns the options of pods, Services and images in a set of values that appear nowhere in the manifests. */
export function unusedValues(values: string, manifests: string): string[] {
  return optionsIn(parse(values))
    .flatMap(leavesOf)
    .filter((leaf) => !manifests.includes(leaf))
    .map((leaf) => `The value ${leaf} has no effect`);
}

function optionsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (OPTIONS.includes(key) ? [inner] : optionsIn(inner)));
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  return value === null ? [] : [String(value)];
}
