import { artifactStoreSettings, checkArtifactStore } from '@vitae/kit/object-storage/settings';
import { serviceSettings } from '@vitae/kit/service-app';
import { httpUrl } from '@vitae/kit/settings';
import { exportGrantSettings } from '@vitae/proto/export-grant';
import { z } from 'zod';

const fields = z.object({
  ...serviceSettings({ database: 'vitae_resume', grpcPort: 50051, probePort: 9051 }),
  ...exportGrantSettings,
  ...artifactStoreSettings,
  SITE_URL: httpUrl()
    .default('http://localhost:8080')
    .describe('Public URL of the pages, with which the URLs of CVs start. A change also applies to stored CVs.'),
});
export const configSchema = fields.superRefine(checkArtifactStore);
