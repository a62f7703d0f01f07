import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Artifact, ArtifactStore } from '@vitae/export/artifacts/artifact-store';
import type { Clock } from '@vitae/kit/clock';

type StoredFile = { artifact: Artifact; content: Buffer };

/** Passes the same contract suite as the GridFS store. */
export function createMemoryArtifactStore({
  clock,
  retentionMs,
}: {
  clock: Clock;
  retentionMs: number;
}): ArtifactStore {
  const files = new Map<string, StoredFile>();
  const isExpired = ({ artifact }: StoredFile) => artifact.expiresAt <= clock.now();
  const unexpired = (address: string) => {
    const file = files.get(address);
    return file && !isExpired(file) ? file : undefined;
  };
  const store = ({ artifact, content }: StoredFile): Artifact => {
    const stored = { ...artifact, expiresAt: clock.now() + retentionMs };
    files.set(artifact.address, { artifact: stored, content });
    return stored;
  };
  return {
    find: async (address) => unexpired(address)?.artifact,
    renew: async (address) => {
      const file = unexpired(address);
      return file && store(file);
    },
    save: async ({ content: given, ...info }) => {
      const content = Buffer.isBuffer(given) ? given : await buffer(given);
      const sha256 = createHash('sha256').update(content).digest('hex');
      const artifact = { ...info, bytes: content.length, sha256, expiresAt: 0 };
      return store(files.get(info.address) ?? { artifact, content });
    },
    read: async (artifact, range) => {
      const content = files.get(artifact.address)?.content ?? Buffer.alloc(0);
      return Readable.from([range ? content.subarray(range.start, range.end + 1) : content]);
    },
    presign: async () => undefined,
    moveFiles: async () => ({ files: 0, bytes: 0, lost: 0, next: '' }),
    sweep: async () => {
      const expired = [...files.values()].filter(isExpired);
      for (const { artifact } of expired) files.delete(artifact.address);
      return { expired: expired.length, unfinished: 0, isLast: true };
    },
    backlog: async (max) => {
      const expired = [...files.values()].filter(isExpired).map(({ artifact }) => artifact.expiresAt);
      const oldestSeconds = expired.length > 0 ? (clock.now() - Math.min(...expired)) / 1_000 : 0;
      return { count: Math.min(expired.length, max), oldestSeconds };
    },
  };
}
