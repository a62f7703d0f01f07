import { serviceSettings } from '@vitae/kit/service-app';
import { z } from 'zod';

export const configSchema = z.object(serviceSettings({ database: 'vitae_comments', grpcPort: 50054, probePort: 9054 }));
