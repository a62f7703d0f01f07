import { parseArgs } from 'node:util';
import { SetupError } from './setup-error.ts';

export type StartOptions = {
  gateways: number;
  sites: number;
  workers: number;
  fresh: boolean;
  demo: boolean;
  watch: boolean;
};

export const USAGE = 'npm start -- [--gateways N] [--sites N] [--workers N] [--fresh] [--no-demo] [--watch]';

/** Parses the arguments after `npm start --`. */
export function parseStartOptions(args: string[]): StartOptions {
  const { gateways, sites, workers, fresh, watch, 'no-demo': noDemo } = readFlags(args);
  return {
    gateways: count('--gateways', gateways),
    sites: count('--sites', sites),
    workers: count('--workers', workers),
    fresh,
    demo: !noDemo,
    watch,
  };
}

function readFlags(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        gateways: { type: 'string', default: '1' },
        sites: { type: 'string', default: '1' },
        workers: { type: 'string', default: '1' },
        fresh: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        'no-demo': { type: 'boolean', default: false },
      },
    }).values;
  } catch (cause) {
    throw new SetupError(`${cause instanceof Error ? cause.message : cause}\nUsage: ${USAGE}`, { cause });
  }
}

function count(flag: string, text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new SetupError(`${flag} must be a number from 1 to 99, not "${text}".\nUsage: ${USAGE}`);
}
