// Finds values that change nothing, such as those whose name is misspelled in a template.

type Path = readonly string[];
export type Leaf = { path: Path; value: unknown };
/** Renders the chart with a set of values and changes of it. Undefined if the schema rejects the changes. */
export type Render = (set: string, changes: unknown) => Promise<string | undefined>;

/** A private Ed25519 key (PKCS #8). */
const OTHER_KEY = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 9)]).toString(
  'base64',
);
/** A valid value for each of the values that no generic change fits. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  'image.digests': { gateway: `sha256:${'0'.repeat(64)}` },
  'image.pullPolicy': 'Always',
  'image.pullSecrets': [{ name: 'changed' }],
  'pod.affinity': { podAntiAffinity: {} },
  'pod.tolerations': [{ key: 'changed', operator: 'Exists' }],
  'pod.topologySpreadConstraints': [{ maxSkew: 2, topologyKey: 'changed', whenUnsatisfiable: 'DoNotSchedule' }],
  'pod.securityContext.seccompProfile.type': 'Unconfined',
  'pod.containerSecurityContext.capabilities.drop': ['KILL'],
  'pod.extraEnv': [{ name: 'CHANGED', value: 'changed' }],
  'pod.extraEnvFrom': [{ configMapRef: { name: 'changed' } }],
  'pod.extraVolumes': [{ name: 'changed', emptyDir: {} }],
  'pod.extraVolumeMounts': [{ name: 'tmp', mountPath: '/changed' }],
  'pod.initContainers': [{ name: 'changed', image: 'changed' }],
  'pod.sidecars': [{ name: 'changed', image: 'changed' }],
  'caBundle.configMap': 'changed',
  'caBundle.secret': 'changed',
  'secrets.masterKeys': `changed:${'A'.repeat(43)}=`,
  ...Object.fromEntries(['gateway', 'site', 'export'].map((name) => [`secrets.privateKeys.${name}`, OTHER_KEY])),
  'secrets.mongodbUris': { stats: 'mongodb://changed.example.com/?replicaSet=rs0' },
  'secrets.mongodbUri': 'mongodb://changed.example.com/?replicaSet=rs0',
  'secrets.redisUrls': { site: 'redis://changed.example.com' },
  'secrets.redisUrl': 'redis://changed.example.com',
  'secrets.queueRedisUrls': { site: 'redis://changed.example.com' },
  'secrets.s3': { export: { accessKeyId: 'changed', secretAccessKey: 'changed' } },
  'secrets.smtpUrl': 'smtps://changed.example.com',
  servicePublicKeys: `changed:${'A'.repeat(43)}`,
  trustProxy: '10.0.0.1',
  logLevel: 'debug',
  settings: { MAX_BUFFERED_BODY_MB: '16' },
  'tracing.endpoint': 'http://changed.example.com:4318',
  'httpRoute.parentRefs': [{ name: 'changed' }],
  'httpRoute.timeouts.request': '601s',
  'export.producers': 'changed:1',
  'export.consumers': 'changed:1',
  'export.browserSandbox': true,
  'export.keda.redisAddress': 'changed:6379',
  'networkPolicy.mail.ports': [2525],
  'networkPolicy.publicTo.ports': [8443],
  'networkPolicy.redis.extraPorts': [26379],
};
const PEERS = [{ podSelector: { matchLabels: { app: 'changed' } } }];
const TRIGGERS = [{ type: 'cron', metadata: { timezone: 'UTC', start: '0 7 * * *', end: '0 19 * * *' } }];

/** Returns all values, by their path. Empty maps and lists are values too. */
export function leavesOf(value: unknown, path: Path = []): Leaf[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ path, value }];
  const entries = Object.entries(value);
  return entries.length === 0 ? [{ path, value }] : entries.flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** Returns other values for a leaf. The schema accepts at least one of them. */
export function changesOf({ path, value }: Leaf): unknown[] {
  const example = EXAMPLES[path.join('.')];
  if (example !== undefined) return [example];
  // Some sets have other values than the default.
  if (typeof value === 'boolean') return [!value, value];
  if (typeof value === 'number') return [value + 1, value + 2, value / 2];
  if (Array.isArray(value)) return path.at(-1) === 'triggers' ? [TRIGGERS] : [PEERS, ['changed']];
  if (typeof value === 'object') return [{ changed: 'changed' }, { scaleUp: { stabilizationWindowSeconds: 7 } }];
  return ['changed', '7', '77m', '77Mi', 'https://changed.example.com'];
}

/** Returns the values whose change leaves the manifests of every set of values as they are. */
export async function unusedValues(
  leaves: readonly Leaf[],
  sets: readonly string[],
  render: Render,
): Promise<string[]> {
  const rendered = new Map(await Promise.all(sets.map(async (set) => [set, await render(set, {})] as const)));
  const isUsed = async (leaf: Leaf) => {
    for (const set of sets)
      for (const change of changesOf(leaf)) {
        const manifests = await render(set, nested(leaf.path, change));
        if (manifests !== undefined && manifests !== rendered.get(set)) return true;
      }
    return false;
  };
  const waiting = [...leaves];
  const unused: string[] = [];
  const work = async () => {
    for (let leaf = waiting.shift(); leaf; leaf = waiting.shift())
      if (!(await isUsed(leaf))) unused.push(`${leaf.path.join('.')} has no effect with any set of values`);
  };
  // Helm uses one core.
  await Promise.all([work(), work()]);
  return unused.toSorted();
}

function nested(path: Path, value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}
