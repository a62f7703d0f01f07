import { execFileSync } from 'node:child_process';

const LIST = `
import base64, io, json, sys, zipfile
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
json.dump({name: base64.b64encode(archive.read(name)).decode() for name in archive.namelist()}, sys.stdout)
`;

/** The files in a ZIP archive, which DOCX and ODT are, for tests. */
export function archiveParts(
  file: Buffer,
  python = process.env.OFFICE_PYTHON ?? '/usr/bin/python3',
): Map<string, Buffer> {
  const answer = execFileSync(python, ['-c', LIST], { input: file, maxBuffer: 256 * 1024 * 1024 }).toString();
  const parts = JSON.parse(answer) as Record<string, string>;
  return new Map(Object.entries(parts).map(([name, base64]) => [name, Buffer.from(base64, 'base64')]));
}
