import { serviceSettings } from '@vitae/kit/service-app';
import { z } from 'zod';

export const configSchema = z.object(serviceSettings({ database: 'vitae_stats', grpcPort: 50055, probePort: 9055 }));
