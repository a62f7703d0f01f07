import type { Fence } from '@vitae/accounts/keys/fence';
import type { FencePreview, ObservedUse } from '@vitae/accounts/keys/fence-preview';
import type { StoredKey } from '@vitae/accounts/keys/key-store';
import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';
import { columns } from './output.ts';
import type { RunningSystem } from './running-system.ts';

type FenceOptions = {
  key: string;
  suggested?: true;
  endpoint?: string[];
  network?: string[];
  anyNetwork?: true;
  singleUse?: boolean;
  off?: true;
};

/** The JSON result. `rejected` counts the requests of 30 days that `fence`, or else `suggested`, would reject. */
type FenceView = { key: string; fence: Fence | null; suggested: Fence; rejected: FencePreview };

/** Shows, sets or removes the restrictions (the fence) of a historical key. */
export function defineFenceCommand(key: Command, { system, print }: CliContext): void {
  key
    .command('fence')
    .description(
      'Show or change the restrictions (the fence) of a historical key, and the recent requests that they would have rejected. ' +
        'Options change the current restrictions, or the suggested ones if there are none. Effective within one second.',
    )
    .requiredOption('--key <key>', 'public key')
    .option('--suggested', 'allow what the key did in the last 30 days')
    .option('--endpoint <name...>', 'allowed endpoints, by their names in the API reference, for example cv.read')
    .option('--network <cidr...>', 'allowed IP addresses or networks')
    .option('--any-network', 'allow every network')
    .option('--single-use', 'accept each signature once for requests that change something')
    .option('--no-single-use', 'accept repeated signatures')
    .option('--off', 'remove the restrictions')
    .action(async (options: FenceOptions) => {
      const running = await system();
      const [{ previewOf, suggestFence }, names] = await Promise.all([
        import('@vitae/accounts/keys/fence-preview'),
        endpointNames(),
      ]);
      const stored = await requireHistoricalKey(running, options.key);
      const observed = await observedUse(running, stored);
      const suggested = suggestFence(observed, names);
      const changed = changedFence(options, stored.fence ?? undefined, suggested);
      await requireKnown(changed?.endpoints ?? [], names);
      const { fence = null } = changed === undefined ? stored : await setFence(running, stored, changed);
      const rejected = previewOf(fence ?? suggested, observed);
      const view: FenceView = { key: stored.key, fence, suggested, rejected };
      print(view, linesOf(view));
    });
}

/** Returns the new fence, null to remove the current one, or undefined for no change. */
function changedFence(options: FenceOptions, present: Fence | undefined, suggested: Fence): Fence | null | undefined {
  const { endpoint, network, anyNetwork, singleUse, off } = options;
  if (off) return null;
  const isChanged = options.suggested ?? anyNetwork ?? endpoint ?? network ?? singleUse;
  if (isChanged === undefined) return undefined;
  const base = options.suggested || !present ? suggested : present;
  return {
    endpoints: endpoint ?? base.endpoints,
    networks: anyNetwork ? [] : (network ?? base.networks),
    singleUse: singleUse ?? base.singleUse,
  };
}

async function setFence({ keys, record }: RunningSystem, stored: StoredKey, fence: Fence | null): Promise<StoredKey> {
  const { fenceDetail } = await import('@vitae/accounts/keys/fence');
  const action = fence ? 'keyFenceChanged' : 'keyFenceRemoved';
  const target = { kind: 'key', id: String(stored.id), name: stored.name } as const;
  return keys.setFence(stored.key, fence, (_key, session) =>
    record(stored.companyId, action, target, fence ? fenceDetail(fence) : undefined, session),
  );
}

async function requireHistoricalKey({ keyStore }: RunningSystem, key: string): Promise<StoredKey> {
  const { invalid, notFound } = await import('@vitae/kit/errors');
  const stored = await keyStore.find(key);
  if (!stored) throw notFound('key_not_found', 'Key not found.');
  if (stored.scheme !== 'md5')
    throw invalid('Only historical keys can be restricted. Other keys sign method and path.');
  return stored;
}

async function observedUse({ companies, observedUse: read }: RunningSystem, stored: StoredKey): Promise<ObservedUse> {
  const { companyNotFound } = await import('@vitae/accounts/companies/company-store');
  const company = await companies.find(stored.companyId);
  if (!company) throw companyNotFound(stored.companyId);
  return read(company, stored.id);
}

async function endpointNames(): Promise<string[]> {
  const { companyRoutes } = await import('../routes.ts');
  return companyRoutes.map(({ name }) => name);
}

async function requireKnown(endpoints: readonly string[], names: readonly string[]): Promise<void> {
  const unknown = endpoints.filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  const { invalid } = await import('@vitae/kit/errors');
  throw invalid(`Unknown endpoint: ${unknown.join(', ')}. Known endpoints: ${names.join(', ')}.`);
}

function linesOf({ fence, suggested, rejected }: FenceView): string[] {
  const { endpoints, networks, singleUse } = fence ?? suggested;
  const { otherAddresses, repeatedWrites, lateWrites } = rejected;
  const sums = [
    ['from addresses that were not recorded', otherAddresses],
    ['writes with a used signature', repeatedWrites],
    ['writes with an old timestamp', lateWrites],
  ] as const;
  const rows = [
    ...rejected.endpoints.map(({ endpoint, count }) => [endpoint, count] as const),
    ...rejected.addresses.map(({ address, count }) => [`from ${address}`, count] as const),
    ...sums.filter(([, count]) => count > 0),
  ];
  return [
    fence
      ? 'The key has these restrictions:'
      : 'The key has no restrictions. Enable the suggested ones with --suggested:',
    ...columns([
      ['  endpoints', endpoints.join(' ') || 'none'],
      ['  networks', networks.join(' ') || 'any'],
      ['  writes', singleUse ? 'each signature once' : 'signatures can be repeated'],
    ]),
    '',
    rows.length > 0
      ? 'They would have rejected in the last 30 days:'
      : 'They would have rejected none of the requests recorded in the last 30 days.',
    ...columns(rows.map(([what, count]) => [`  ${what}`, count])),
  ];
}
