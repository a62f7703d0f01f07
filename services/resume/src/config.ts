import { artifactStoreSettings, checkArtifactStore } from '@vitae/kit/object-storage/settings';
import { serviceSettings } from '@vitae/kit/service-app';
import { httpUrl } from '@vitae/kit/settings';
import { allowUnsignedJobs, companiesOfProcesses } from '@vitae/proto/export-grant';
import { z } from 'zod';

const fields = z.object({
  ...serviceSettings({ database: 'vitae_resume', grpcPort: 50051, probePort: 9051 }),
  /**
   * The companies whose CVs other producers of export jobs may export: `producer:company[+company…][,…]`, or `producer:*`.
   * Their public keys are in SERVICE_PUBLIC_KEYS. The gateway and the site export CVs of all companies.
   */
  EXPORT_PRODUCERS: companiesOfProcesses(),
  /**
   * `on` exports jobs without a grant, so that every client of Redis can export every CV. Only `npm start` sets it. It must
   * be the same for the worker and the resume service.
   */
  EXPORT_ALLOW_UNSIGNED_JOBS: allowUnsignedJobs(),
  ...artifactStoreSettings,
  /** The public address of the site, which the URLs of CVs start with. A change also applies to stored CVs. */
  SITE_URL: httpUrl().default('http://localhost:8080'),
});
export const configSchema = fields.superRefine(checkArtifactStore);
