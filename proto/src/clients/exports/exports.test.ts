import { exportAddressOf } from '../../export-address.ts';
import type { ExportResult } from '../../export-job.ts';
import type { RunState } from './export-queue.ts';
import { createExports, type ExportsDependencies } from './exports.ts';

const CALLER = { companyId: 1, userId: 0, applicationId: 0, requestId: 'r' };
const FOREIGN = 'f'.repeat(64);
const head = (revision: number) => ({
  id: 12,
  userId: 3,
  revision,
  anonymized: false,
  printDisplay: Buffer.from('{}'),
  culture: 'en_US',
});
const addressOf = (revision: number) => exportAddressOf(head(revision), 'pdf');
const completed = (address: string): RunState => ({
  state: 'completed',
  result: { address } as ExportResult,
  isNew: true,
});

/** `results` are the outcomes of the jobs in order; each job changes the CV if `changes` is set. */
function setUp(results: RunState[], { stored, changes = false }: { stored: string[]; changes?: boolean }) {
  let revision = 1;
  const ran: string[] = [];
  const discarded: string[] = [];
  const exports = createExports({
    resume: { exportHead: async () => head(revision) },
    queue: {
      run: async ({ address }: { address: string }) => {
        ran.push(address);
        if (changes) revision += 1;
        return results[ran.length - 1];
      },
      discard: async (address: string) => void discarded.push(address),
    },
    artifacts: { exists: async (address: string) => stored.includes(address), markStored: () => undefined },
  } as unknown as ExportsDependencies);
  const create = () => exports.create(12, 'pdf', { caller: CALLER, waitMs: 1, signal: AbortSignal.timeout(60_000) });
  return { create, ran, discarded };
}

describe('an export', () => {
  test('does not return the file at an address that was written to the queue', async () => {
    const { create, ran, discarded } = setUp([completed(FOREIGN), completed(addressOf(1))], { stored: [FOREIGN] });
    expect(await create()).toEqual({ ready: true, address: addressOf(1) });
    expect([ran, discarded]).toEqual([[addressOf(1), addressOf(1)], [addressOf(1)]]);
  });

  test('fails if the queue never returns its own address', async () => {
    const { create } = setUp([completed(FOREIGN), completed(FOREIGN), completed(FOREIGN)], { stored: [FOREIGN] });
    await expect(create()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('returns the current file if the CV changed after the job was added', async () => {
    const { create, ran } = setUp([completed(addressOf(2))], { stored: [addressOf(2)], changes: true });
    expect(await create()).toEqual({ ready: true, address: addressOf(2) });
    expect(ran).toEqual([addressOf(1)]);
  });
});
