import { parseAllDocuments } from 'yaml';

// Rules for the rendered chart, from docs/deploying.md and deploy/THREATS.md. The Kubernetes schemas are checked
// separately.

type Labels = Record<string, string>;
type Container = {
  name: string;
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string } } }[];
  resources?: { requests?: object; limits?: object };
  securityContext?: { allowPrivilegeEscalation?: boolean; readOnlyRootFilesystem?: boolean; capabilities?: object };
  startupProbe?: object;
  livenessProbe?: object;
  readinessProbe?: object;
};
type Pod = {
  containers: Container[];
  initContainers?: Container[];
  automountServiceAccountToken?: boolean;
  securityContext?: { runAsNonRoot?: boolean };
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: object[];
};
type Peer = { podSelector?: { matchLabels: Labels }; ipBlock?: { cidr: string } };
type Rule = { to?: Peer[]; from?: Peer[]; ports?: { port: number }[] };
type Resource = {
  kind: string;
  metadata: { name: string; labels?: Labels; annotations?: Labels };
  spec: {
    clusterIP?: string;
    selector?: Labels & { matchLabels?: Labels };
    podSelector?: { matchLabels: Labels };
    template?: { metadata: { labels: Labels }; spec: Pod };
    policyTypes?: string[];
    egress?: Rule[];
    triggers?: { metadata: { listName?: string } }[];
    replicas?: number;
    scaleTargetRef?: { name: string };
  };
};

export const COMPONENT = 'app.kubernetes.io/component';
export const PROCESSES = ['gateway', 'site', 'resume', 'preferences', 'metadata', 'comments', 'stats', 'export'];
const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;

/** Returns the rules that the manifests violate. */
export function ruleViolations(manifests: string): string[] {
  const all = parseAllDocuments(manifests)
    .map((document) => document.toJS() as Resource | null)
    .filter((resource) => resource !== null);
  const of = (kind: string) => all.filter((resource) => resource.kind === kind);
  const pods = [...of('Deployment'), ...of('StatefulSet')];
  return [
    ...PROCESSES.filter((name) => !pods.some((one) => componentOf(one) === name)).map((name) => `${name} has no pods`),
    ...pods.flatMap(podProblems),
    ...[...pods, ...of('Job')].flatMap(secretProblems),
    ...PROCESSES.flatMap((name) => companionProblems(name, of)),
    ...workerEgressProblems(of('NetworkPolicy')),
    ...gatewayEgressProblems(of('NetworkPolicy')),
    ...queueScalingProblems(of('ScaledObject')),
    ...replicaProblems(of('Deployment'), [...of('ScaledObject'), ...of('HorizontalPodAutoscaler')]),
    ...migrationProblems(of),
    ...testProblems(of('Pod')),
  ];
}

function podProblems(resource: Resource): string[] {
  const pod = resource.spec.template?.spec as Pod;
  const { name } = resource.metadata;
  const wrong: [boolean, string][] = [
    [pod.automountServiceAccountToken !== false, 'mounts a service account token'],
    [pod.securityContext?.runAsNonRoot !== true, 'can run as root'],
    [isProcess(resource) && (pod.topologySpreadConstraints ?? []).length === 0, 'is not spread across nodes'],
    [isProcess(resource) && !stopsInTime(pod), 'is killed before its graceful shutdown ends'],
    ...pod.containers.flatMap((container): [boolean, string][] => [
      ...PROBES.map((probe): [boolean, string] => [!container[probe], `has no ${probe}`]),
      [container.securityContext?.readOnlyRootFilesystem !== true, 'can write to its root file system'],
      [container.securityContext?.allowPrivilegeEscalation !== false, 'can escalate privileges'],
      [JSON.stringify(container.securityContext?.capabilities) !== '{"drop":["ALL"]}', 'has capabilities'],
      [!container.resources?.requests || !container.resources.limits, 'has no resource requests or limits'],
    ]),
  ];
  return wrong.filter(([broken]) => broken).map(([, what]) => `${name} ${what}`);
}

/** The container of a process reads only the Secret of that process. */
function secretProblems({ metadata, spec }: Resource): string[] {
  const { containers = [], initContainers = [] } = spec.template?.spec ?? {};
  const processes = [...initContainers, ...containers].filter(({ name }) => PROCESSES.includes(name));
  return processes.flatMap(({ name, env = [] }) =>
    env
      .filter(({ valueFrom }) => valueFrom?.secretKeyRef && !valueFrom.secretKeyRef.name.endsWith(`-${name}`))
      .map((one) => `${metadata.name} reads ${one.name} from the Secret of another process`),
  );
}

/** The grace period exceeds drain and shutdown together; the shutdown of a worker exceeds a render. */
function stopsInTime({ terminationGracePeriodSeconds = 30, containers }: Pod): boolean {
  const setting = (name: string) => Number(containers[0]?.env?.find((one) => one.name === name)?.value ?? 0);
  const stopMs = setting('DRAIN_DELAY_MS') + setting('SHUTDOWN_TIMEOUT_MS');
  return terminationGracePeriodSeconds * 1_000 > stopMs && setting('SHUTDOWN_TIMEOUT_MS') > setting('EXPORT_RENDER_MS');
}

/** Checks the other resources of a process. */
function companionProblems(name: string, of: (kind: string) => Resource[]): string[] {
  const selects = (resource: Resource) => {
    const { selector, podSelector } = resource.spec;
    return (podSelector?.matchLabels ?? selector?.matchLabels ?? selector)?.[COMPONENT] === name;
  };
  const missing = ['Service', 'PodDisruptionBudget', 'NetworkPolicy'].filter((kind) => !of(kind).some(selects));
  const service = of('Service').find(selects);
  const balanced = ['gateway', 'site', 'export'].includes(name) || service?.spec.clusterIP === 'None';
  const open = of('NetworkPolicy')
    .filter(selects)
    .some(({ spec }) => spec.policyTypes?.join() !== 'Ingress,Egress');
  return [
    ...missing.map((kind) => `${name} has no ${kind}`),
    ...(balanced ? [] : [`The Service of ${name} is not headless, so gRPC would use one pod only`]),
    ...(open ? [`The NetworkPolicy of ${name} does not restrict both directions`] : []),
  ];
}

/** The worker opens untrusted content, so it may only reach DNS, MongoDB, Redis, resume and a trace collector. */
function workerEgressProblems(policies: Resource[]): string[] {
  const worker = policies.find(({ spec }) => spec.podSelector?.matchLabels[COMPONENT] === 'export');
  const peers = (worker?.spec.egress ?? []).map(
    ({ to = [], ports = [] }) =>
      `${to.map(({ podSelector }) => podSelector?.matchLabels[COMPONENT] ?? 'outside').join()} ${ports.map(({ port }) => port).join()}`,
  );
  const allowed =
    /^(?:outside (?:53,53|5353,5353)|resume 50051|(?:mongodb|outside(?:,outside)?) 2701[78]|(?:redis|outside(?:,outside)?) 63(?:79|80)|(?:outside)? 4318|outside(?:,outside)? 443)$/;
  return [
    ...(peers.length < 4 ? [`The worker cannot reach all that it needs: ${peers.join('; ')}`] : []),
    ...peers.filter((peer) => !allowed.test(peer)).map((peer) => `The worker can reach ${peer}`),
  ];
}

/** The gateway may reach every address only on the ports of databases and of a trace collector. */
function gatewayEgressProblems(policies: Resource[]): string[] {
  const gateway = policies.find(({ spec }) => spec.podSelector?.matchLabels[COMPONENT] === 'gateway');
  return (gateway?.spec.egress ?? [])
    .filter(({ to = [] }) => to.length === 0 || to.some(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0'))
    .flatMap(({ ports = [] }) => ports.map(({ port }) => port))
    .filter((port) => ![27017, 27018, 6379, 6380, 26379, 4318].includes(port))
    .map((port) => `The gateway can reach all addresses on port ${port}`);
}

function queueScalingProblems(scaled: Resource[]): string[] {
  const lists = ['active', 'prioritized', 'wait'].map((list) => `{exports}:exports:${list}`).join();
  return scaled
    .filter(({ metadata }) => metadata.name.endsWith('-export'))
    .filter(({ spec }) => (spec.triggers ?? []).map(({ metadata }) => metadata.listName).join() !== lists)
    .map(({ metadata }) => `${metadata.name} does not scale by waiting, prioritized and active jobs`);
}

/** Either the template or one autoscaler decides the number of pods. */
function replicaProblems(deployments: Resource[], autoscalers: Resource[]): string[] {
  return deployments.flatMap(({ metadata: { name }, spec }) => {
    const scaling = autoscalers.filter(({ spec: { scaleTargetRef } }) => scaleTargetRef?.name === name).length;
    if (scaling > 1) return [`${name} has several autoscalers`];
    if (scaling === 1 && spec.replicas !== undefined) return [`${name} has an autoscaler and a number of replicas`];
    return scaling === 0 && spec.replicas === undefined ? [`${name} has no number of replicas`] : [];
  });
}

/** With Helm and with Argo CD, the indexes are created before the processes, and after what the jobs need. */
function migrationProblems(of: (kind: string) => Resource[]): string[] {
  const jobs = of('Job').filter(({ metadata }) => metadata.annotations?.['helm.sh/hook']?.includes('pre-upgrade'));
  const names = jobs.flatMap(({ spec }) => spec.template?.spec.containers.map(({ name }) => name) ?? []);
  // The job of the gateway creates the indexes of the site, which uses the same database.
  const missing = PROCESSES.filter((name) => name !== 'site' && !names.includes(name));
  const withoutJob = missing.map((name) => `No job creates the indexes of ${name} before an upgrade`);
  if (jobs.length === 0) return withoutJob;
  const wave = ({ metadata }: Resource) => Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);
  const [first, last] = [Math.min(...jobs.map(wave)), Math.max(...jobs.map(wave))];
  const late = ['ServiceAccount', 'Secret', 'StatefulSet'].flatMap(of).filter((one) => wave(one) >= first);
  const early = of('Deployment').filter((one) => wave(one) <= last);
  const isHook = jobs.every(({ metadata }) => metadata.annotations?.['argocd.argoproj.io/hook'] === 'Sync');
  return [
    ...withoutJob,
    ...(isHook ? [] : ['Argo CD does not run the migrations in order']),
    ...late.map(({ kind, metadata }) => `Argo CD creates the ${kind} ${metadata.name} after the migrations need it`),
    ...early.map(({ metadata }) => `Argo CD starts ${metadata.name} before its migration`),
  ];
}

/** The pod of helm test must not receive traffic of a process. */
function testProblems(pods: Resource[]): string[] {
  const tests = pods.filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'test');
  if (tests.length === 0) return ['helm test checks nothing'];
  return tests
    .filter(({ metadata }) => PROCESSES.includes(metadata.labels?.[COMPONENT] ?? ''))
    .map(({ metadata }) => `${metadata.name} receives traffic of ${metadata.labels?.[COMPONENT]}`);
}

function componentOf({ spec }: Resource): string {
  return spec.template?.metadata.labels[COMPONENT] ?? '';
}

function isProcess(resource: Resource): boolean {
  return PROCESSES.includes(componentOf(resource));
}
