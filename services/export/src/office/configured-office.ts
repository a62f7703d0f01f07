import type { Logger } from '@vitae/kit/log';
import type { Config } from '../config.ts';
import type { WorkerMetrics } from '../worker-metrics.ts';
import { createOfficeConverter, type StartableConverter } from './converter.ts';
import { launchOffice } from './launch-office.ts';

type OfficeOptions = {
  metrics: WorkerMetrics;
  log: Logger;
  /** Called once LibreOffice starts without further work of this process. */
  onSpawn: () => void;
};

/** Creates the LibreOffice converter as configured. */
export function createConfiguredOffice(config: Config, { metrics, log, onSpawn }: OfficeOptions): StartableConverter {
  const { SOFFICE_BINARY: soffice, OFFICE_PYTHON: python } = config;
  const confine = config.EXPORT_BROWSER_SANDBOX === 'landlock';
  return createOfficeConverter({
    launch: metrics.countStarts('office', () => launchOffice({ soffice, python, confine }, log, onSpawn)),
    limits: {
      convertTimeoutMs: config.EXPORT_RENDER_MS,
      maxConversions: config.EXPORT_OFFICE_CONVERSIONS,
      maxMemoryMb: config.EXPORT_OFFICE_MEMORY_MB,
    },
    log,
  });
}
