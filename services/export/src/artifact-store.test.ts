import { describeArtifactStore, retentionMs } from '@vitae/test/support/export/artifact-store-contract';
import { createMemoryArtifactStore } from '@vitae/test/support/export/memory-artifact-store';

describeArtifactStore('files kept in memory', async (clock) =>
  createMemoryArtifactStore({ clock, keepMs: retentionMs }),
);
