import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOfficeProfile } from './office-profile.ts';

describe('LibreOffice profile', () => {
  let settings: string;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitae-profile-'));
    await writeOfficeProfile(folder);
    settings = await readFile(join(folder, 'user', 'registrymodifications.xcu'), 'utf8');
    await rm(folder, { recursive: true });
  });
  const settingOf = (name: string) => new RegExp(`oor:name="${name}"[^>]*><value>([^<]*)`).exec(settings)?.[1];

  test('disables macros and Java', () => {
    expect(['DisableMacrosExecution', 'MacroSecurityLevel', 'Enable'].map(settingOf)).toEqual(['true', '3', 'false']);
  });

  test('blocks external links', () => {
    expect(['BlockUntrustedRefererLinks', 'Link', 'Field'].map(settingOf)).toEqual(['true', '2', 'false']);
  });

  test('sends every connection to a proxy that does not exist', () => {
    expect(['ooInetProxyType', 'ooInetNoProxy'].map(settingOf)).toEqual(['2', '']);
    for (const scheme of ['HTTP', 'HTTPS', 'FTP'])
      expect([settingOf(`ooInet${scheme}ProxyName`), settingOf(`ooInet${scheme}ProxyPort`)]).toEqual([
        '127.0.0.1',
        '9',
      ]);
  });
});
