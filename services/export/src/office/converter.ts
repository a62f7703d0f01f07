import { randomUUID } from 'node:crypto';
import { constants, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rejectOnCancel, withTimeout } from '../abort-and-timeout.ts';
import { giveTo } from '../processes/renderer-user.ts';
import { ConversionCancelled, OfficeCrashed, OfficeTimeout } from './office-errors.ts';
import { createWarmOffice, type WarmOfficeOptions } from './warm-office.ts';

/** The output formats and LibreOffice's names of their filters. */
const FILTERS = { odt: 'writer8', doc: 'MS Word 97' } as const;
export type OfficeFormat = keyof typeof FILTERS;

/** LibreOffice may not make this process read other files, which its own user cannot read. */
const NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export type OfficeConverter = {
  /** Converts a Word document (Office Open XML). The signal cancels the conversion. */
  convert(docx: Buffer, to: OfficeFormat, signal?: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
};

/** A converter whose LibreOffice can be started before the first document. */
export type StartableConverter = OfficeConverter & {
  /** Rejects with OfficeUnavailable. */
  start(): Promise<void>;
};

type ConverterOptions = WarmOfficeOptions;

/**
 * Creates a converter that converts one document at a time. LibreOffice cannot interrupt a conversion, so it is
 * replaced after a timeout or cancellation. After a crash the document is converted once more.
 */
export function createOfficeConverter(options: ConverterOptions): StartableConverter {
  const { limits, log } = options;
  const office = createWarmOffice(options);
  let queue: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function convertOnce(docx: Buffer, to: OfficeFormat, signal: AbortSignal | undefined): Promise<Buffer> {
    signal?.throwIfAborted();
    const { folder, user, convert } = await office.acquire();
    const name = randomUUID();
    const input = join(folder, `${name}.docx`);
    const output = join(folder, `${name}.${to}`);
    try {
      await writeFile(input, docx, { flag: 'wx' });
      await giveTo(user, input);
      signal?.throwIfAborted();
      const conversion = withTimeout(convert(input, output, FILTERS[to]), limits.convertTimeoutMs, conversionTimeout);
      await (signal ? rejectOnCancel(conversion, signal, conversionCancelled) : conversion);
      return await readFile(output, { flag: NO_LINK });
    } catch (error) {
      if (error instanceof OfficeCrashed || error instanceof OfficeTimeout || error instanceof ConversionCancelled)
        await office.discard();
      throw error;
    } finally {
      // Not awaited. If a file cannot be removed, it is removed with the folder.
      for (const file of [input, output]) rm(file, { force: true }).catch(() => undefined);
    }
  }

  async function convertWithRetry(docx: Buffer, to: OfficeFormat, signal: AbortSignal | undefined): Promise<Buffer> {
    try {
      return await convertOnce(docx, to, signal);
    } catch (error) {
      if (!(error instanceof OfficeCrashed) || closed) throw error;
      log.warn({ err: error, format: to }, 'LibreOffice crashed: converting the document again');
      return convertOnce(docx, to, signal);
    }
  }

  return {
    start: office.start,
    convert: (docx, to, signal) => {
      const conversion = queue.then(() => convertWithRetry(docx, to, signal));
      queue = conversion.catch(() => undefined); // A failure does not affect the next document.
      return conversion;
    },
    close: async () => {
      closed = true;
      await office.close();
    },
  };
}

const conversionTimeout = (timeoutMs: number) => new OfficeTimeout(`Timed out after ${timeoutMs} ms`);
const conversionCancelled = () => new ConversionCancelled('The conversion was cancelled');
