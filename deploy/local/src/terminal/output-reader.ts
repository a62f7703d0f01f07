import type { Readable } from 'node:stream';

const LAST_LINES = 15;
const MAX_LINE_LENGTH = 64 * 1024;

export type OutputReader = { lastLines(): string[] };

/** Splits the output of a process into lines and stores the last ones, to explain an exit. */
export function readOutput(
  streams: Readable[],
  onChunk: (text: string) => void,
  onLine: (line: string) => void,
): OutputReader {
  const last: string[] = [];
  for (const stream of streams) {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      onChunk(text);
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH);
      for (const line of lines) {
        last.push(line);
        if (last.length > LAST_LINES) last.shift();
        onLine(line);
      }
    });
    stream.on('error', () => undefined); // the exit of the process is handled instead
  }
  return { lastLines: () => [...last] };
}
