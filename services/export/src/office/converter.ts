import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@vitae/kit/log';
import { treeMemoryMb } from '../processes/process-tree.ts';
import { retryStartOnce } from '../processes/retry-start.ts';
import type { Office } from './launch-office.ts';
import { ConversionCancelled, OfficeCrashed, OfficeTimeout, OfficeUnavailable } from './office-errors.ts';

/** The word processor formats that LibreOffice writes, and its names for them. */
const FILTERS = { odt: 'writer8', doc: 'MS Word 97' } as const;
export type OfficeFormat = keyof typeof FILTERS;

const CONVERSIONS_BETWEEN_LOOKS = 8;

export type OfficeConverter = {
  /** A Word document (Office Open XML) as another word processor's file. The signal gives it up. */
  convert(docx: Buffer, to: OfficeFormat, signal?: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
};

export type ConverterOptions = {
  launch: () => Promise<Office>;
  /** It is replaced after so many conversions, and when it holds more memory than that (no bound when not given). */
  limits: { convertTimeoutMs: number; maxConversions: number; maxMemoryMb?: number };
  log: Logger;
};

/**
 * One warm LibreOffice, which converts one document after the other; started for the first, replaced
 * when it is worn, crashes or hangs, or when what it does is given up: it cannot be told to stop. A document under which it crashes is tried once more on a fresh one.
 */
export function createOfficeConverter({ launch, limits, log }: ConverterOptions): OfficeConverter {
  let current: Promise<Office> | undefined;
  let conversions = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function warm(): Promise<Office> {
    if (closed) throw new OfficeUnavailable('The converter is closed');
    current ??= retryStartOnce(launch, { log, isNeeded: () => !closed }).catch(asUnavailable);
    const office = await current;
    if (office.running && conversions < limits.maxConversions && !(await tooLarge(office))) return office;
    await replace();
    return warm();
  }

  /** Looked up now and then: it takes longer than a short conversion's share. */
  async function tooLarge(office: Office): Promise<boolean> {
    if (limits.maxMemoryMb === undefined || conversions === 0 || conversions % CONVERSIONS_BETWEEN_LOOKS > 0)
      return false;
    return (await treeMemoryMb(office.pid)) > limits.maxMemoryMb;
  }

  async function replace(): Promise<void> {
    const old = current;
    current = undefined;
    conversions = 0;
    await old?.then((office) => office.close()).catch((err: unknown) => log.warn({ err }, 'LibreOffice did not close'));
  }

  function asUnavailable(cause: unknown): never {
    current = undefined;
    throw cause instanceof OfficeUnavailable ? cause : new OfficeUnavailable('LibreOffice does not start', { cause });
  }

  async function once(docx: Buffer, to: OfficeFormat, signal: AbortSignal | undefined): Promise<Buffer> {
    signal?.throwIfAborted();
    const office = await warm();
    conversions += 1;
    const input = join(office.folder, `${conversions}.docx`);
    const output = join(office.folder, `${conversions}.${to}`);
    try {
      await writeFile(input, docx);
      signal?.throwIfAborted();
      await withinLimit(office.convert(input, output, FILTERS[to]), limits.convertTimeoutMs, signal);
      return await readFile(output);
    } catch (error) {
      if (error instanceof OfficeCrashed || error instanceof OfficeTimeout || error instanceof ConversionCancelled)
        await replace();
      throw error;
    } finally {
      // Nobody waits for it. What cannot be removed goes with the folder.
      for (const file of [input, output]) rm(file, { force: true }).catch(() => undefined);
    }
  }

  async function twice(docx: Buffer, to: OfficeFormat, signal: AbortSignal | undefined): Promise<Buffer> {
    try {
      return await once(docx, to, signal);
    } catch (error) {
      if (!(error instanceof OfficeCrashed) || closed) throw error;
      log.warn({ err: error, format: to }, 'LibreOffice ended under a document: converting it once more');
      return once(docx, to, signal);
    }
  }

  return {
    convert: (docx, to, signal) => {
      const mine = turn.then(() => twice(docx, to, signal));
      turn = mine.catch(() => undefined); // its failure is its own; the next one has its turn
      return mine;
    },
    close: async () => {
      closed = true;
      await replace();
    },
  };
}

async function withinLimit<T>(work: Promise<T>, limitMs: number, signal: AbortSignal | undefined): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new ConversionCancelled('Nobody wants the document any more'));
  signal?.addEventListener('abort', giveUp);
  const timer = setTimeout(() => reject(new OfficeTimeout(`Not converted within ${limitMs} ms`)), limitMs);
  work.catch(() => undefined); // it may fail after its time, when nobody listens
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
