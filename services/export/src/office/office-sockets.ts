import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

// Whatever TMPDIR says (sal/osl/unx/pipe.cxx).
const FOLDERS = ['/tmp', '/var/tmp'];

/**
 * Removes the two sockets that a killed LibreOffice leaves: the one by which it is driven, named like its folder, and
 * the one by which it knows that a profile is in use (desktop/source/app/officeipcthread.cxx).
 */
export async function removeSockets(folder: string): Promise<void> {
  for (const name of [basename(folder), `SingleOfficeIPC_${digestOf(`file://${profileIn(folder)}`)}`])
    for (const place of FOLDERS) await rm(join(place, `OSL_PIPE_${process.getuid?.()}_${name}`), { force: true });
}

export const profileIn = (folder: string) => join(folder, 'profile');

/** As LibreOffice writes it: a byte below 16 is one digit. */
function digestOf(url: string): string {
  const bytes = createHash('md5').update(url, 'utf16le').digest();
  return [...bytes].map((byte) => byte.toString(16)).join('');
}
