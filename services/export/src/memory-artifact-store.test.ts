import { describeArtifactStore, keepMs } from './artifact-store.contract.ts';
import { createMemoryArtifactStore } from './memory-artifact-store.ts';

describeArtifactStore('files kept in memory', async (clock) => createMemoryArtifactStore({ clock, keepMs }));
