import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOfficeProfile } from './office-profile.ts';

test('a profile lets no macro and no Java run, follows no link and leads every connection to where nothing listens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-profile-'));
  await writeOfficeProfile(folder);
  const settings = await readFile(join(folder, 'user', 'registrymodifications.xcu'), 'utf8');
  await rm(folder, { recursive: true });
  const setTo = (name: string) => new RegExp(`oor:name="${name}"[^>]*><value>([^<]*)`).exec(settings)?.[1];
  expect(['DisableMacrosExecution', 'MacroSecurityLevel', 'Enable'].map(setTo)).toEqual(['true', '3', 'false']);
  expect(['BlockUntrustedRefererLinks', 'Link', 'Field'].map(setTo)).toEqual(['true', '2', 'false']);
  expect(['ooInetProxyType', 'ooInetNoProxy'].map(setTo)).toEqual(['2', '']);
  for (const scheme of ['HTTP', 'HTTPS', 'FTP'])
    expect([setTo(`ooInet${scheme}ProxyName`), setTo(`ooInet${scheme}ProxyPort`)]).toEqual(['127.0.0.1', '9']);
});
