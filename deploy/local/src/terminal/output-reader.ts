import type { Readable } from 'node:stream';

const LAST_LINES = 15;
const LONGEST_LINE = 64 * 1024;

export type OutputReader = { lastLines(): string[] };

/** Splits a process's output into lines, and remembers the last of them for when it dies. */
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
      rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
      for (const line of lines) {
        last.push(line);
        if (last.length > LAST_LINES) last.shift();
        onLine(line);
      }
    });
    stream.on('error', () => undefined); // the process's exit is what counts
  }
  return { lastLines: () => [...last] };
}
