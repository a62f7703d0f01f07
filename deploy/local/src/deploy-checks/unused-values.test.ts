import { unusedValues } from './unused-values.ts';

test('reports options of a process that the manifests do not contain', () => {
  const values = 'services: { resume: { replicas: 7, pod: { nodeSelector: { disk: ssd, pool: null } } } }';
  expect(unusedValues(values, 'nodeSelector: { disk: hdd }')).toEqual(['The value ssd has no effect']);
  expect(unusedValues(values, 'nodeSelector: { disk: ssd }')).toEqual([]);
});
