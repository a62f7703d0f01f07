import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Port 9 (discard, RFC 863), on which nothing listens. */
const DEAD = { host: '127.0.0.1', port: 9 };

/** A proxy that accepts no connections. */
export const DEAD_PROXY = `http://${DEAD.host}:${DEAD.port}`;

type Setting = [path: string, name: string, type: 'boolean' | 'int' | 'string', value: string];

const COMMON = '/org.openoffice.Office.Common';
const INTERNET = '/org.openoffice.Inet/Settings';

// The schemas are in officecfg/registry/schema of LibreOffice's source.
const SETTINGS: Setting[] = [
  // Run no macros and no Java.
  [`${COMMON}/Security/Scripting`, 'DisableMacrosExecution', 'boolean', 'true'],
  [`${COMMON}/Security/Scripting`, 'MacroSecurityLevel', 'int', '3'],
  ['/org.openoffice.Office.Java/VirtualMachine', 'Enable', 'boolean', 'false'],
  // Follow and update no external links (2 means never).
  [`${COMMON}/Security/Scripting`, 'BlockUntrustedRefererLinks', 'boolean', 'true'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', 'int', '2'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Field', 'boolean', 'false'],
  // Send all other requests to a proxy that accepts none (2 means manual configuration).
  [INTERNET, 'ooInetProxyType', 'int', '2'],
  [INTERNET, 'ooInetNoProxy', 'string', ''],
  ...['HTTP', 'HTTPS', 'FTP'].flatMap((scheme): Setting[] => [
    [INTERNET, `ooInet${scheme}ProxyName`, 'string', DEAD.host],
    [INTERNET, `ooInet${scheme}ProxyPort`, 'int', String(DEAD.port)],
  ]),
  // A thumbnail of the first page takes longer than the rest of the conversion and is one more copy of personal data.
  [`${COMMON}/Save/Document`, 'GenerateThumbnail', 'boolean', 'false'],
  [`${COMMON}/Misc`, 'FirstRun', 'boolean', 'false'],
  [`${COMMON}/Misc`, 'CrashReport', 'boolean', 'false'],
];

/** Writes the settings of a new profile. LibreOffice adds the rest when it starts. */
export async function writeOfficeProfile(folder: string): Promise<void> {
  await mkdir(join(folder, 'user'), { recursive: true });
  const items = SETTINGS.map(
    ([path, name, type, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse" oor:type="xs:${type}"><value>${value}</value></prop></item>`,
  );
  await writeFile(
    join(folder, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join('\n')}
</oor:items>
`,
  );
}
