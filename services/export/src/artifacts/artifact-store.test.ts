import { describeArtifactStore, retentionMs } from '@vitae/test/support/export/artifact-store-contract';
import { createMemoryArtifactStore } from '@vitae/test/support/export/memory-artifact-store';

describeArtifactStore('artifact store in memory', async (clock) => createMemoryArtifactStore({ clock, retentionMs }));
