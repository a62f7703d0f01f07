import { stringify } from 'yaml';
import { podSecurityProblems } from './pod-security.ts';

const restricted = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const podContext = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
const deployment = (spec: object) =>
  stringify({ kind: 'Deployment', metadata: { name: 'vitae-export' }, spec: { template: { spec } } });

test('accepts a restricted pod', () => {
  const containers = [{ name: 'export', securityContext: restricted }];
  expect(podSecurityProblems(deployment({ securityContext: podContext, containers }))).toEqual([]);
});

test('reports what the restricted standard forbids, in init containers, too', () => {
  const spec = {
    hostNetwork: true,
    securityContext: { runAsNonRoot: true },
    volumes: [{ name: 'host', hostPath: { path: '/' } }],
    initContainers: [
      { name: 'init', securityContext: { ...restricted, seccompProfile: { type: 'RuntimeDefault' }, runAsUser: 0 } },
    ],
    containers: [
      { name: 'export', ports: [{ hostPort: 80 }], securityContext: { capabilities: { add: ['SYS_ADMIN'] } } },
    ],
  };
  expect(
    podSecurityProblems(deployment(spec)).map((problem) => problem.replace(/^\w+ vitae-export |, which.*/g, '')),
  ).toEqual([
    'shares a namespace of the host',
    'mounts the volume host',
    'init can run as root',
    'export can escalate privileges',
    'export has no seccomp profile',
    'export keeps capabilities',
    'export adds capabilities',
    'export uses a port of the host',
  ]);
});

test("accepts no seccomp profile only with Chromium's own sandbox", () => {
  const pod = (sandbox: string) =>
    deployment({
      securityContext: { ...podContext, seccompProfile: { type: 'Unconfined' } },
      containers: [
        { name: 'export', env: [{ name: 'EXPORT_BROWSER_SANDBOX', value: sandbox }], securityContext: restricted },
      ],
    });
  expect(podSecurityProblems(pod('on'))).toEqual([]);
  expect(podSecurityProblems(pod('landlock'))).toHaveLength(1);
});
