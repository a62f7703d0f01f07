import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Rule = { specification: string; clause: string; testNumber: number; description: string };
type Report = {
  report: {
    jobs: {
      itemDetails: { name: string };
      validationResult?: { profileName: string; compliant: boolean; details: { ruleSummaries: Rule[] } }[];
      taskException?: { exceptionMessage: string };
    }[];
  };
};

/**
 * Validates all PDFs in a folder with veraPDF against the standards that they declare. Returns for each file the
 * standards to which it conforms, and the violated rules of the others.
 */
export async function validatePdfs(folder: string): Promise<Record<string, string[]>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).map((name) => join(folder, name));
  const jar = process.env.VERAPDF_JAR;
  if (!jar) throw new Error('VERAPDF_JAR is not set. `npm test -- archival` downloads veraPDF and sets it.');
  const options = ['--flavour', '0', '--format', 'json', '--maxfailuresdisplayed', '1'];
  // The first compiler suffices for a short run and halves its time.
  const java = ['-XX:TieredStopAtLevel=1', '-cp', jar, 'org.verapdf.apps.GreenfieldCliWrapper', ...options, ...files];
  // veraPDF exits with 1 if a file does not conform.
  const { stdout } = await run('java', java, { maxBuffer: 256 * 1024 * 1024, timeout: 400_000 }).catch(
    (error: { code?: number; stdout: string }) => {
      if (error.code === 1) return error;
      throw error;
    },
  );
  const { jobs } = (JSON.parse(stdout) as Report).report;
  return Object.fromEntries(
    jobs.map(({ itemDetails: { name }, validationResult = [], taskException }) => [
      name.slice(folder.length + 1),
      taskException ? [taskException.exceptionMessage] : validationResult.flatMap(describe).sort(),
    ]),
  );
}

function describe({
  profileName,
  compliant,
  details,
}: {
  profileName: string;
  compliant: boolean;
  details: { ruleSummaries: Rule[] };
}): string[] {
  if (compliant) return [profileName.replace(' validation profile', '')];
  return details.ruleSummaries.map(
    ({ specification, clause, testNumber, description }) => `${specification} ${clause}-${testNumber}: ${description}`,
  );
}
