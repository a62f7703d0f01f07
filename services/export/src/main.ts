import { isPrepareOnly, runProcess } from '@vitae/kit/lifecycle';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { parseSettings } from '@vitae/kit/settings';
import { startTracing } from '@vitae/kit/tracing';
import { configSchema } from './config.ts';
import { createConfiguredOffice } from './office/configured-office.ts';
import { removeAbandonedUserData } from './processes/user-data.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

let log = createLogger({ name: 'export' });

runProcess(
  () => log,
  async (lifecycle) => {
    const config = parseSettings(configSchema, process.env, log);
    log = createLogger({ name: 'export', level: config.LOG_LEVEL });
    const tracing = await startTracing('export', config);
    lifecycle.onStop('tracing', tracing.close);
    const metrics = createMetrics('export');
    if (isPrepareOnly(process.argv)) {
      const { openStore } = await import('./start-worker.ts');
      await openStore({ config, lifecycle, metrics, log });
      return lifecycle.end();
    }
    const workerMetrics = createWorkerMetrics(metrics);
    metrics
      .gauge('vitae_export_sandbox_info', 'The sandbox of the browser (EXPORT_BROWSER_SANDBOX), with the value 1', [
        'sandbox',
      ])
      .set({ sandbox: config.EXPORT_BROWSER_SANDBOX }, 1);
    await removeAbandonedUserData();
    const spawned = Promise.withResolvers<void>();
    const office = createConfiguredOffice(config, { metrics: workerMetrics, log, onSpawn: spawned.resolve });
    lifecycle.onStop('office', office.close);
    const officeStarted = office.start();
    await Promise.race([spawned.promise, officeStarted]);
    // Loading these modules takes as long as starting LibreOffice.
    const { startWorker } = await import('./start-worker.ts');
    await startWorker({ config, lifecycle, metrics, workerMetrics, office, officeStarted, log });
  },
);
