import { ruleViolations } from './chart-rules.ts';

const worker = { 'app.kubernetes.io/component': 'export' };
const manifests = (...resources: object[]) => resources.map((one) => JSON.stringify(one)).join('\n---\n');

test('reports a worker that is killed during a render, can write to its file system and reaches the Internet', () => {
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
  const violations = ruleViolations(manifests(deployment(30), policy));
  expect(violations).toEqual(
    expect.arrayContaining([
      'gateway has no pods',
      'vitae-export is killed before its graceful shutdown ends',
      'vitae-export has no startupProbe',
      'vitae-export can write to its root file system',
      'export has no PodDisruptionBudget',
      'The worker can reach  443',
      'No job creates the indexes of gateway before an upgrade',
      'helm test checks nothing',
    ]),
  );
  expect(violations).not.toContain('vitae-export has no livenessProbe');
  expect(ruleViolations(manifests(deployment(45), policy))).not.toContain(
    'vitae-export is killed before its graceful shutdown ends',
  );
});

test('reports a gateway that reaches all addresses, except for databases', () => {
  const policy = (cidr: string, port: number) => ({
    kind: 'NetworkPolicy',
    metadata: { name: 'vitae-gateway' },
    spec: {
      podSelector: { matchLabels: { 'app.kubernetes.io/component': 'gateway' } },
      egress: [{ to: [{ ipBlock: { cidr } }], ports: [{ port }] }],
    },
  });
  const violation = 'The gateway can reach all addresses on port 443';
  expect(ruleViolations(manifests(policy('0.0.0.0/0', 443)))).toContain(violation);
  for (const allowed of [policy('203.0.113.10/32', 443), policy('0.0.0.0/0', 27017)])
    expect(ruleViolations(manifests(allowed))).not.toContain(violation);
});

test('reports migrations that Argo CD runs in the wrong order', () => {
  const annotated = (kind: string, wave: number, annotations = {}) => ({
    kind,
    metadata: { name: kind, annotations: { 'argocd.argoproj.io/sync-wave': String(wave), ...annotations } },
    spec: { template: { metadata: { labels: {} }, spec: { containers: [] } } },
  });
  const job = (wave: number) =>
    annotated('Job', wave, { 'helm.sh/hook': 'post-install,pre-upgrade', 'argocd.argoproj.io/hook': 'Sync' });
  const violations = (...waves: [number, number, number]) =>
    ruleViolations(manifests(annotated('Secret', waves[0]), job(waves[1]), annotated('Deployment', waves[2]))).filter(
      (violation) => violation.startsWith('Argo CD'),
    );
  expect(violations(-2, -1, 0)).toEqual([]);
  expect(violations(0, -1, 0)).toEqual(['Argo CD creates the Secret Secret after the migrations need it']);
  expect(violations(-2, 0, 0)).toEqual(['Argo CD starts Deployment before its migration']);
});

test('reports an autoscaler that ignores prioritized jobs', () => {
  const scaled = (...lists: string[]) => ({
    kind: 'ScaledObject',
    metadata: { name: 'vitae-export' },
    spec: { triggers: lists.map((list) => ({ metadata: { listName: `{exports}:exports:${list}` } })) },
  });
  const violation = 'vitae-export does not scale by waiting, prioritized and active jobs';
  expect(ruleViolations(manifests(scaled('active', 'wait')))).toContain(violation);
  expect(ruleViolations(manifests(scaled('active', 'prioritized', 'wait')))).not.toContain(violation);
});

test('reports a number of replicas that an autoscaler changes', () => {
  const deployment = (replicas?: number) => ({
    kind: 'Deployment',
    metadata: { name: 'vitae-site' },
    spec: { replicas, template: { metadata: { labels: {} }, spec: { containers: [] } } },
  });
  const scaler = (kind: string) => ({
    kind,
    metadata: { name: kind },
    spec: { scaleTargetRef: { name: 'vitae-site' } },
  });
  const violations = (...resources: object[]) =>
    ruleViolations(manifests(...resources)).filter((violation) => /replicas|autoscalers/.test(violation));
  const hpa = scaler('HorizontalPodAutoscaler');
  expect(violations(deployment(2), hpa)).toEqual(['vitae-site has an autoscaler and a number of replicas']);
  expect(violations(deployment(), hpa, scaler('ScaledObject'))).toEqual(['vitae-site has several autoscalers']);
  expect(violations(deployment())).toEqual(['vitae-site has no number of replicas']);
  expect([...violations(deployment(), hpa), ...violations(deployment(2))]).toEqual([]);
});

test('reports a pod that reads the Secret of another process', () => {
  const deployment = (secret: string) => ({
    kind: 'Deployment',
    metadata: { name: 'vitae-export' },
    spec: {
      template: {
        metadata: { labels: worker },
        spec: {
          containers: [
            { name: 'export', env: [{ name: 'SERVICE_PRIVATE_KEY', valueFrom: { secretKeyRef: { name: secret } } }] },
          ],
        },
      },
    },
  });
  const violation = 'vitae-export reads SERVICE_PRIVATE_KEY from the Secret of another process';
  expect(ruleViolations(manifests(deployment('vitae-gateway')))).toContain(violation);
  expect(ruleViolations(manifests(deployment('vitae-export')))).not.toContain(violation);
});
