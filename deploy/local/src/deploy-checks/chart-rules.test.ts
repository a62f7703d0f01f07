import { ruleViolations } from './chart-rules.ts';

const worker = { 'app.kubernetes.io/component': 'export' };
const manifests = (...resources: object[]) => resources.map((one) => JSON.stringify(one)).join('\n---\n');

test('a worker that is killed within a render, may write to its image and reaches the internet is told', () => {
  const env = [
    { name: 'DRAIN_DELAY_MS', value: '5000' },
    { name: 'SHUTDOWN_TIMEOUT_MS', value: '35000' },
    { name: 'EXPORT_RENDER_MS', value: '20000' },
  ];
  const deployment = (terminationGracePeriodSeconds: number) => ({
    kind: 'Deployment',
    metadata: { name: 'vitae-export' },
    spec: {
      template: {
        metadata: { labels: worker },
        spec: { terminationGracePeriodSeconds, containers: [{ name: 'export', env, livenessProbe: {} }] },
      },
    },
  });
  const policy = {
    kind: 'NetworkPolicy',
    metadata: { name: 'vitae-export' },
    spec: {
      podSelector: { matchLabels: worker },
      policyTypes: ['Ingress', 'Egress'],
      egress: [{ ports: [{ port: 443 }] }],
    },
  };
  const told = ruleViolations(manifests(deployment(30), policy));
  expect(told).toEqual(
    expect.arrayContaining([
      'No pods of gateway',
      'vitae-export is killed before it has stopped in order',
      'vitae-export has no startupProbe',
      'vitae-export may write to its image',
      'export has no PodDisruptionBudget',
      'The worker reaches  443',
      'No job makes the indexes before an upgrade',
    ]),
  );
  expect(told).not.toContain('vitae-export has no livenessProbe');
  expect(ruleViolations(manifests(deployment(45), policy))).not.toContain(
    'vitae-export is killed before it has stopped in order',
  );
});

test('an autoscaler that forgets the jobs with a priority is told', () => {
  const scaled = (...lists: string[]) => ({
    kind: 'ScaledObject',
    metadata: { name: 'vitae-export' },
    spec: { triggers: lists.map((list) => ({ metadata: { listName: `bull:exports:${list}` } })) },
  });
  const told = 'vitae-export does not scale by what waits, is prioritized and runs';
  expect(ruleViolations(manifests(scaled('active', 'wait')))).toContain(told);
  expect(ruleViolations(manifests(scaled('active', 'prioritized', 'wait')))).not.toContain(told);
});
