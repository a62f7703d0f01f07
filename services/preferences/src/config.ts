import { serviceSettings } from '@vitae/kit/service-app';
import { z } from 'zod';

export const configSchema = z.object(
  serviceSettings({ database: 'vitae_preferences', grpcPort: 50052, probePort: 9052 }),
);
