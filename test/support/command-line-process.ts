import { runCommandLine } from '@vitae/gateway/cli/command-line';
import { createInProcessCommandLine } from './gateway/in-process-command-line.ts';

// Runs the commands that command-line.ts sends, one after the other, because they share the output of the process.

const { vitae } = createInProcessCommandLine(runCommandLine, process.env);
let last: Promise<unknown> = Promise.resolve();

process.on('message', ({ id, args }: { id: number; args: string[] }) => {
  last = last.then(async () => process.send?.({ id, ...(await vitae(...args)) }));
});
