import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Report = { file: string; valid: boolean; errors: { description?: string; message?: string }[] };

/** Validates all Word documents in a folder against the schemas of Office Open XML. Returns the errors of each file. */
export async function validateWordDocuments(folder: string): Promise<Record<string, string[]>> {
  const python = process.env.OPENXML_AUDIT_PYTHON;
  if (!python)
    throw new Error('OPENXML_AUDIT_PYTHON is not set. `npm test -- word-schema` installs openxml-audit and sets it.');
  const options = ['--recursive', '--output', 'json', '--max-errors', '5'];
  // openxml-audit exits with 1 if a file is not valid.
  const { stdout } = await run(python, ['-m', 'openxml_audit', ...options, folder], {
    maxBuffer: 64 * 1024 * 1024,
    timeout: 200_000,
  }).catch((error: { code?: number; stdout: string }) => {
    if (error.code === 1 && error.stdout !== '') return error;
    throw error;
  });
  const reports = JSON.parse(stdout) as Report[];
  return Object.fromEntries(
    reports.map(({ file, valid, errors }) => [
      basename(file),
      valid ? [] : errors.map((error) => error.description ?? error.message ?? JSON.stringify(error)),
    ]),
  );
}
