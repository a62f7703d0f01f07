import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DEAD = { host: '127.0.0.1', port: 9 };

/** Where connections are sent that nothing may make: port 9 (discard, RFC 863), at which nothing listens. */
export const DEAD_END = `http://${DEAD.host}:${DEAD.port}`;

type Setting = [path: string, name: string, type: 'boolean' | 'int' | 'string', value: string];

const COMMON = '/org.openoffice.Office.Common';
const INTERNET = '/org.openoffice.Inet/Settings';

// The schemas are officecfg/registry/schema of LibreOffice's source.
const SETTINGS: Setting[] = [
  // Nothing in a document runs.
  [`${COMMON}/Security/Scripting`, 'DisableMacrosExecution', 'boolean', 'true'],
  [`${COMMON}/Security/Scripting`, 'MacroSecurityLevel', 'int', '3'],
  ['/org.openoffice.Office.Java/VirtualMachine', 'Enable', 'boolean', 'false'],
  // Nothing is fetched for it: a link outside is neither followed nor updated (2 is never).
  [`${COMMON}/Security/Scripting`, 'BlockUntrustedRefererLinks', 'boolean', 'true'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', 'int', '2'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Field', 'boolean', 'false'],
  // What should try all the same is sent to a proxy that is not there (2 is manual).
  [INTERNET, 'ooInetProxyType', 'int', '2'],
  [INTERNET, 'ooInetNoProxy', 'string', ''],
  ...['HTTP', 'HTTPS', 'FTP'].flatMap((scheme): Setting[] => [
    [INTERNET, `ooInet${scheme}ProxyName`, 'string', DEAD.host],
    [INTERNET, `ooInet${scheme}ProxyPort`, 'int', String(DEAD.port)],
  ]),
  // A picture of the first page in each ODT takes longer than all else, and is a copy that nobody looks for names in.
  [`${COMMON}/Save/Document`, 'GenerateThumbnail', 'boolean', 'false'],
  [`${COMMON}/Misc`, 'FirstRun', 'boolean', 'false'],
  [`${COMMON}/Misc`, 'CrashReport', 'boolean', 'false'],
];

/** A new profile, which LibreOffice completes when it starts. */
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
