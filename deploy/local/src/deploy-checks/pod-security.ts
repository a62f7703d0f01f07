import { parseAllDocuments } from 'yaml';

// The restricted Pod Security Standard: https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted

type SecurityContext = {
  privileged?: boolean;
  runAsNonRoot?: boolean;
  runAsUser?: number;
  allowPrivilegeEscalation?: boolean;
  seccompProfile?: { type: string };
  capabilities?: { drop?: string[]; add?: string[] };
};
type Container = {
  name: string;
  env?: { name: string; value?: string }[];
  ports?: { hostPort?: number }[];
  securityContext?: SecurityContext;
};
type Pod = {
  containers: Container[];
  initContainers?: Container[];
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  securityContext?: SecurityContext;
  volumes?: Record<string, unknown>[];
};
type Resource = { kind: string; metadata: { name: string }; spec?: { template?: { spec: Pod } } & Partial<Pod> };

const VOLUMES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/**
 * Returns where pods violate the restricted standard. A worker with Chromium's own sandbox may have no seccomp profile,
 * because the operator chose this sandbox.
 */
export function podSecurityProblems(manifests: string): string[] {
  return parseAllDocuments(manifests)
    .map((document) => document.toJS() as Resource | null)
    .filter((resource) => resource !== null)
    .flatMap(({ kind, metadata, spec }) => {
      const pod = spec?.template?.spec ?? (kind === 'Pod' ? (spec as Pod) : undefined);
      return pod
        ? problemsOf(pod).map((problem) => `${kind} ${metadata.name} ${problem}, which is not restricted`)
        : [];
    });
}

function problemsOf(pod: Pod): string[] {
  const volumes = (pod.volumes ?? []).filter((volume) => !VOLUMES.some((type) => type in volume));
  const containers = [...(pod.initContainers ?? []), ...pod.containers];
  return [
    ...(pod.hostNetwork || pod.hostPID || pod.hostIPC ? ['shares a namespace of the host'] : []),
    ...volumes.map(({ name }) => `mounts the volume ${name}`),
    ...containers.flatMap((container) => containerProblems(container, pod.securityContext ?? {})),
  ];
}

function containerProblems({ name, env = [], ports = [], securityContext }: Container, pod: SecurityContext): string[] {
  const own = { ...pod, ...securityContext };
  const hasOwnSandbox = env.some((one) => one.name === 'EXPORT_BROWSER_SANDBOX' && one.value === 'on');
  const seccomp = ['RuntimeDefault', 'Localhost', ...(hasOwnSandbox ? ['Unconfined'] : [])];
  const wrong: [boolean, string][] = [
    [own.privileged === true, 'is privileged'],
    [own.runAsNonRoot !== true || own.runAsUser === 0, 'can run as root'],
    [own.allowPrivilegeEscalation !== false, 'can escalate privileges'],
    [!seccomp.includes(own.seccompProfile?.type ?? ''), 'has no seccomp profile'],
    [!own.capabilities?.drop?.includes('ALL'), 'keeps capabilities'],
    [(own.capabilities?.add ?? []).some((one) => one !== 'NET_BIND_SERVICE'), 'adds capabilities'],
    [ports.some(({ hostPort }) => hostPort !== undefined), 'uses a port of the host'],
  ];
  return wrong.filter(([broken]) => broken).map(([, what]) => `${name} ${what}`);
}
