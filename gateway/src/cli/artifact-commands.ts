import type { MoveCounts, MovedBatch, MoveFiles, MoveRequest } from '@vitae/kit/object-storage/stored-files';
import { type Command, Option } from 'commander';
import type { CliContext } from './cli-context.ts';
import { columns } from './output.ts';
import type { RunningSystem } from './running-system.ts';

const BATCH_TIMEOUT_MS = 120_000;

/** The processes have the credentials of the bucket and move their own files, batch by batch. */
export function defineArtifactCommands({ program, system, print }: CliContext): void {
  const artifacts = program.command('artifacts').description('Manage stored pictures and exported files');

  artifacts
    .command('migrate')
    .description('Move pictures and exported files from MongoDB to S3 while the system runs; can be repeated')
    .addOption(new Option('--to <store>', 'store to move them to').choices(['s3']).makeOptionMandatory())
    .option('--dry-run', 'only count the files to move', false)
    .action(async ({ dryRun }: { dryRun: boolean }, command: Command) => {
      const running = await system();
      const isQuiet = Boolean(command.optsWithGlobals().json);
      const report = (what: string) => (total: MoveCounts) => {
        if (!isQuiet) process.stderr.write(`${what}: ${total.files} files, ${total.bytes} bytes\n`);
      };
      const pictures = await moveAll(await pictureMover(running), dryRun, report('pictures'));
      const exports = await moveAll(exportMover(running), dryRun, report('exports'));
      const rows = Object.entries({ pictures, exports }).map(([name, { files, bytes, lost }]) => [
        name,
        files,
        bytes,
        lost,
      ]);
      print(
        { dryRun, pictures, exports },
        columns([['FILES', dryRun ? 'TO MOVE' : 'MOVED', 'BYTES', 'LOST'], ...rows]),
      );
    });
}

async function moveAll(move: MoveFiles, dryRun: boolean, report: (total: MoveCounts) => void): Promise<MoveCounts> {
  const total: MoveCounts = { files: 0, bytes: 0, lost: 0 };
  let after = '';
  do {
    const { next, files, bytes, lost } = await move({ after, dryRun });
    total.files += files;
    total.bytes += bytes;
    total.lost += lost;
    after = next;
    report(total);
  } while (after !== '');
  return total;
}

async function pictureMover({ resume }: RunningSystem): Promise<MoveFiles> {
  const { call } = await resume();
  return (batch) => call.MovePictures(batch, { deadlineMs: BATCH_TIMEOUT_MS });
}

function exportMover({ settings }: RunningSystem): MoveFiles {
  return async (batch) => {
    const [{ cliIdentity }, { artifactAudience }] = await Promise.all([
      import('./connect.ts'),
      import('@vitae/proto/export-address'),
    ]);
    const token = await cliIdentity(settings).token(artifactAudience);
    for (const worker of settings.EXPORT_URL) {
      const moved = await moveOnWorker(worker, batch, token);
      if (moved) return moved;
    }
    const { unavailable } = await import('@vitae/kit/errors');
    throw unavailable(
      'service_unavailable',
      'No export worker can move files. Repeat the command when one is available.',
    );
  };
}

/** Returns undefined if the worker or its stores do not respond. */
async function moveOnWorker(worker: string, batch: MoveRequest, token: string): Promise<MovedBatch | undefined> {
  const response = await fetch(`${worker}/moves`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(batch),
    signal: AbortSignal.timeout(BATCH_TIMEOUT_MS),
  }).catch(() => undefined); // the next worker is tried
  if (!response || response.status >= 500) return undefined;
  const body = (await response.json()) as MovedBatch & { error?: { message: string } };
  if (response.ok) return body;
  const { invalid } = await import('@vitae/kit/errors');
  throw invalid(body.error?.message ?? `The export worker responded ${response.status}.`);
}
