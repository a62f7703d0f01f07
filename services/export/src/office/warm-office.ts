import type { Logger } from '@vitae/kit/log';
import { treeMemoryMb } from '../processes/process-tree.ts';
import { retryStartOnce } from '../processes/start-renderer.ts';
import type { Office } from './launch-office.ts';
import { OfficeUnavailable } from './office-errors.ts';

export type OfficeLimits = {
  /** Time limit for one document. */
  convertTimeoutMs: number;
  /** Number of documents after which LibreOffice is replaced. */
  maxConversions: number;
  /** Memory above which LibreOffice is replaced. No limit by default. */
  maxMemoryMb?: number;
};

export type WarmOfficeOptions = { launch: () => Promise<Office>; limits: OfficeLimits; log: Logger };

/** One LibreOffice, started when it is first needed and replaced when it reaches a limit. */
export type WarmOffice = {
  /** Starts LibreOffice before it is needed. Throws OfficeUnavailable. */
  start(): Promise<void>;
  /** Returns a running LibreOffice for the next conversion. Throws OfficeUnavailable. */
  acquire(): Promise<Office>;
  /** Closes LibreOffice. The next conversion starts a new one. */
  discard(): Promise<void>;
  close(): Promise<void>;
};

// Measuring takes longer than a short conversion.
const CONVERSIONS_PER_MEASUREMENT = 8;

export function createWarmOffice({ launch, limits, log }: WarmOfficeOptions): WarmOffice {
  let current: Promise<Office> | undefined;
  let conversions = 0;
  let closed = false;

  async function started(): Promise<Office> {
    if (closed) throw new OfficeUnavailable('The converter is closed');
    current ??= retryStartOnce(launch, { log, isNeeded: () => !closed }).catch(throwUnavailable);
    return current;
  }

  async function acquire(): Promise<Office> {
    const office = await started();
    if (office.running && conversions < limits.maxConversions && !(await exceedsMemory(office))) {
      conversions += 1;
      return office;
    }
    await discard();
    return acquire();
  }

  async function exceedsMemory(office: Office): Promise<boolean> {
    if (limits.maxMemoryMb === undefined || conversions === 0) return false;
    if (conversions % CONVERSIONS_PER_MEASUREMENT > 0) return false;
    return (await treeMemoryMb(office.pid)) > limits.maxMemoryMb;
  }

  async function discard(): Promise<void> {
    const office = current;
    current = undefined;
    conversions = 0;
    await office?.then(({ close }) => close()).catch((err: unknown) => log.warn({ err }, 'Closing LibreOffice failed'));
  }

  function throwUnavailable(cause: unknown): never {
    current = undefined;
    throw cause instanceof OfficeUnavailable ? cause : new OfficeUnavailable('LibreOffice failed to start', { cause });
  }

  return {
    start: async () => {
      await started();
    },
    acquire,
    discard,
    close: async () => {
      closed = true;
      await discard();
    },
  };
}
