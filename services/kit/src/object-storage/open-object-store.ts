import type { ObjectStore } from './object-store.ts';
import type { ArtifactStoreSettings } from './settings.ts';

/**
 * Opens the folder of the process in the bucket; undefined if no bucket is configured. The client of S3 is loaded only then.
 * @throws {SettingsError} if the process cannot use the bucket
 */
export async function openObjectStore(
  { S3_BUCKET, ...config }: ArtifactStoreSettings,
  folder: string,
): Promise<ObjectStore | undefined> {
  if (!S3_BUCKET) return undefined;
  const { createS3ObjectStore } = await import('./s3-object-store.ts');
  const store = createS3ObjectStore({ ...config, S3_BUCKET }, folder);
  await store.verify();
  return store;
}
