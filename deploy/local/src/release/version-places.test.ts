import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import { projectVersion, versionsIn, writeVersion } from './version-places.ts';

const files = [...new Set(versionsIn(projectRoot).map(({ file }) => file))];

test('every package, image tag, chart, API description and plug-in has the version of package.json', () => {
  const version = projectVersion(projectRoot);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(versionsIn(projectRoot).filter((place) => place.version !== version)).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(['gateway/package.json', 'services/kit/package.json']));
});

test('no package is missing', () => {
  const manifests = execFileSync('git', ['ls-files', '*package.json', '*Chart.yaml', '*.gemspec', '*pyproject.toml'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  // Generated clients in the tests are not part of the product.
  const own = manifests.split('\n').filter((file) => file !== '' && !file.startsWith('test/generated-clients/'));
  expect(own.filter((file) => !files.includes(file))).toEqual([]);
});

test('writes a version to every place', () => {
  const root = mkdtempSync(join(tmpdir(), 'vitae-version-'));
  try {
    for (const file of files) cpSync(join(projectRoot, file), join(root, file));
    writeVersion(root, '12.3.4-rc.1');
    expect(versionsIn(root)).toHaveLength(versionsIn(projectRoot).length);
    expect([...new Set(versionsIn(root).map(({ version }) => version))]).toEqual(['12.3.4-rc.1']);
  } finally {
    rmSync(root, { recursive: true });
  }
});
