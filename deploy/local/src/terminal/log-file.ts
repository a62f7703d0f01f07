import { createWriteStream, existsSync, openSync, renameSync, statSync, type WriteStream } from 'node:fs';

const LIMIT_BYTES = 8 * 1024 * 1024;

export type LogFile = {
  write(text: string): void;
  /** Resolves when everything is written. */
  close(): Promise<void>;
};

/**
 * Appends the output of a process to a file. A file that reaches the limit is renamed to `<file>.1`, replacing the older
 * one. Write errors, for example on a full disk, are ignored: they must not stop the system.
 */
export function openLogFile(file: string, limit = LIMIT_BYTES): LogFile {
  let bytes = existsSync(file) ? statSync(file).size : 0;
  let stream = open(file);
  const rotate = () => {
    stream?.end();
    stream = undefined;
    if (existsSync(file)) renameSync(file, `${file}.1`);
    stream = open(file);
    bytes = 0;
  };
  return {
    write: (text) => {
      const size = Buffer.byteLength(text);
      if (bytes > 0 && bytes + size > limit) rotate();
      bytes += size;
      stream?.write(text);
    },
    close: () => new Promise((resolve) => (stream ? stream.end(() => resolve()) : resolve())),
  };
}

function open(file: string): WriteStream | undefined {
  try {
    // Opened synchronously, because a rotation renames the file.
    const stream = createWriteStream(file, { fd: openSync(file, 'a', 0o600) });
    stream.on('error', () => undefined);
    return stream;
  } catch {
    return undefined; // the system runs without a log
  }
}
