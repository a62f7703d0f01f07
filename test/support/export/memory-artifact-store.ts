import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Artifact, ArtifactStore } from '@vitae/export/artifact-store';
import type { Clock } from '@vitae/kit/clock';

/** For tests; passes the same contract suite as the store on GridFS. */
export function createMemoryArtifactStore({
  clock,
  keepMs: retentionMs,
}: {
  clock: Clock;
  keepMs: number;
}): ArtifactStore {
  const files = new Map<string, { artifact: Artifact; content: Buffer }>();
  return {
    find: async (address) => {
      const artifact = files.get(address)?.artifact;
      return artifact && artifact.expiresAt > clock.now() ? artifact : undefined;
    },
    renew: async (address) => {
      const found = files.get(address);
      if (!found || found.artifact.expiresAt <= clock.now()) return undefined;
      const artifact = { ...found.artifact, expiresAt: clock.now() + retentionMs };
      files.set(address, { ...found, artifact });
      return artifact;
    },
    save: async ({ content: given, ...rest }) => {
      const content = Buffer.isBuffer(given) ? given : await buffer(given);
      const sha256 = createHash('sha256').update(content).digest('hex');
      const first = files.get(rest.address) ?? {
        artifact: { ...rest, bytes: content.length, sha256, expiresAt: 0 },
        content,
      };
      const kept = { ...first, artifact: { ...first.artifact, expiresAt: clock.now() + retentionMs } };
      files.set(rest.address, kept);
      return kept.artifact;
    },
    read: async (artifact, range) => {
      const content = files.get(artifact.address)?.content ?? Buffer.alloc(0);
      return Readable.from([range ? content.subarray(range.start, range.end + 1) : content]);
    },
    sweep: async () => {
      const expired = [...files.values()].filter(({ artifact }) => artifact.expiresAt <= clock.now());
      for (const { artifact } of expired) files.delete(artifact.address);
      return { expired: expired.length, unfinished: 0 };
    },
  };
}
