import { leavesOf, unusedValues } from './unused-values.ts';

const values = { replicas: 2, ingress: { enabled: false, className: '' }, from: [], labels: {} };

test('lists every value with its path, also empty ones', () => {
  expect(leavesOf(values).map(({ path }) => path.join('.'))).toEqual([
    'replicas',
    'ingress.enabled',
    'ingress.className',
    'from',
    'labels',
  ]);
});

test('reports the values that change the manifests of no set', async () => {
  // Ignores the labels, and the class unless the ingress is enabled.
  const render = async (set: string, changes: unknown) => {
    const { replicas, ingress, from } = { ...values, ...(changes as Partial<typeof values>) };
    const enabled = ingress.enabled || set === 'ingress';
    return JSON.stringify({ replicas, from, enabled, class: enabled && ingress.className });
  };
  expect(await unusedValues(leavesOf(values), ['default', 'ingress'], render)).toEqual([
    'labels has no effect with any set of values',
  ]);
  expect(await unusedValues(leavesOf(values), ['default'], render)).toEqual([
    'ingress.className has no effect with any set of values',
    'labels has no effect with any set of values',
  ]);
});

test('reports a value whose changes the schema rejects', async () => {
  const render = async (_set: string, changes: unknown) => (JSON.stringify(changes) === '{}' ? 'manifests' : undefined);
  expect(await unusedValues([{ path: ['image'], value: '' }], ['default'], render)).toHaveLength(1);
});
