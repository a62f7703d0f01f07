import type { BatchPayload } from '@vitae/proto/export-job';
import type { Job, Queue } from 'bullmq';
import type { NewArtifact } from '../artifacts/artifact-store.ts';
import { type BatchDeps, exportBatch } from './export-batch.ts';

describe('batch', () => {
  test('stores no archive if it is cancelled before the archive is created', async () => {
    const cancelling = new AbortController();
    const job = {
      timestamp: 0,
      queueQualifiedName: 'bull:exports',
      getDependenciesCount: async () => ({ processed: 1 }),
      moveToWaitingChildren: async () => false,
      getChildrenValues: async () => ({}),
      getIgnoredChildrenFailures: async () => ({}),
      updateProgress: async () => cancelling.abort(),
    } as unknown as Job;
    const saved: NewArtifact[] = [];
    const store = {
      save: (artifact: NewArtifact) => {
        saved.push(artifact);
        return new Promise<never>(() => undefined);
      },
    } as unknown as BatchDeps['store'];
    const payload: BatchPayload = { cvIds: [1], companyId: 7, format: 'pdf', address: '0'.repeat(64) };
    const context = { token: 'token', requestId: 'request', signal: cancelling.signal };

    const deps = { queue: {} as Queue, checkGrant: async () => undefined, store, recordSent: () => undefined };
    const result = exportBatch(deps)(job, payload, context);
    await expect(result).rejects.toMatchObject({ reason: 'cancelled' });
    expect(saved).toHaveLength(0);
  });
});
