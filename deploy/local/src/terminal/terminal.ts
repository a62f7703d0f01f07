import picocolors from 'picocolors';
import { renderLogLine } from './log-line.ts';

export type Terminal = {
  /** Prints a line of the launcher itself. */
  say(text: string): void;
  warn(text: string): void;
  /** Runs `work` and prints its duration at the end. Also prints a line before the end if it is slow. */
  step<T>(title: string, work: () => Promise<T>): Promise<T>;
  /** Prints a line that a process has written. */
  processLine(name: string, line: string, quiet: boolean): void;
};

type Output = { write(text: string): unknown; isTTY?: boolean };

const NAME_WIDTH = 11;
const SLOW_MS = 1_000;
const LAUNCHER = 'vitae';

export function createTerminal(output: Output, environment: NodeJS.ProcessEnv): Terminal {
  const colors = picocolors.createColors(useColors(output, environment));
  const paint = [colors.cyan, colors.magenta, colors.blue, colors.green, colors.yellow];
  const painted = new Map<string, string>();
  const prefix = (name: string) => {
    const known = painted.get(name) ?? (paint[painted.size % paint.length] ?? colors.cyan)(name.padEnd(NAME_WIDTH));
    painted.set(name, known);
    return known;
  };
  const line = (name: string, text: string) =>
    output.write(`${colors.dim(new Date().toTimeString().slice(0, 8))} ${prefix(name)} ${text}\n`);

  return {
    say: (text) => line(LAUNCHER, text),
    warn: (text) => line(LAUNCHER, colors.yellow(text)),
    step: async (title, work) => {
      const began = performance.now();
      const slow = setTimeout(() => output.write(`  ${colors.dim('…')} ${title}\n`), SLOW_MS);
      const result = await work().finally(() => clearTimeout(slow));
      output.write(`  ${colors.green('+')} ${title} ${colors.dim(seconds(performance.now() - began))}\n`);
      return result;
    },
    processLine: (name, text, quiet) => {
      const rendered = renderLogLine(text, { colors, quiet });
      if (rendered !== undefined) line(name, rendered);
    },
  };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** NO_COLOR (https://no-color.org) and FORCE_COLOR take precedence over the type of the output. */
function useColors(output: Output, { NO_COLOR, FORCE_COLOR }: NodeJS.ProcessEnv): boolean {
  if (NO_COLOR) return false;
  return FORCE_COLOR ? FORCE_COLOR !== '0' : output.isTTY === true;
}

/** Prints nothing, for tests. */
export const silentTerminal: Terminal = {
  say: () => undefined,
  warn: () => undefined,
  step: (_title, work) => work(),
  processLine: () => undefined,
};
