import { createWriteStream, existsSync, openSync, renameSync, statSync, type WriteStream } from 'node:fs';

const LIMIT_BYTES = 8 * 1024 * 1024;

export type LogFile = { write(text: string): void /** Resolves when all is written. */; close(): Promise<void> };

/**
 * A process's output as it wrote it. When the file is full it becomes `<file>.1` and a new one begins, so that two at
 * most are kept. A log that cannot be written, on a full disk say, does not end the system.
 */
export function openLogFile(file: string, limit = LIMIT_BYTES): LogFile {
  let bytes = existsSync(file) ? statSync(file).size : 0;
  let stream = open(file);
  const turnOver = () => {
    stream?.end();
    stream = undefined;
    if (existsSync(file)) renameSync(file, `${file}.1`);
    stream = open(file);
    bytes = 0;
  };
  return {
    write: (text) => {
      const size = Buffer.byteLength(text);
      if (bytes > 0 && bytes + size > limit) turnOver();
      bytes += size;
      stream?.write(text);
    },
    close: () => new Promise((resolve) => (stream ? stream.end(() => resolve()) : resolve())),
  };
}

function open(file: string): WriteStream | undefined {
  try {
    // Opened at once: a file that is renamed has to be there.
    const stream = createWriteStream(file, { fd: openSync(file, 'a', 0o600) });
    stream.on('error', () => undefined);
    return stream;
  } catch {
    return undefined; // see above: without a log rather than without a system
  }
}
