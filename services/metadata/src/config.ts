import { serviceSettings } from '@vitae/kit/service-app';
import { z } from 'zod';

export const configSchema = z.object(serviceSettings({ database: 'vitae_metadata', grpcPort: 50053, probePort: 9053 }));
