import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../support/project-root.ts';
import { documentedSettings, processNames, settingsFile, settingsReference } from './settings-reference.ts';

/** Read by npm, Node and the tests, or described with the tools that read them: CONTRIBUTING.md, docs/deploying.md. */
const NOT_SETTINGS = [
  ...['PATH', 'NODE_OPTIONS', 'INIT_CWD', 'CI', 'PROPERTY_TIME_LIMIT_MS'],
  ...[
    'OPENXML_AUDIT_PYTHON',
    'VALKEY_SERVER_BINARY',
    'VERAPDF_JAR',
    'VITAE_COUNTS_FILE',
    'VITAE_MUTANT',
    'VITAE_TEST_STORE',
    'VITAE_TEST_REDIS',
  ],
];

const variablesIn = (source: string): string[] =>
  [...source.matchAll(/(?:process\.env|\benvironment|\benv)\??(?:\.|\[')([A-Za-z_]*[A-Z]{2}\w*)/g)].map(
    ([, name = '']) => name,
  );

describe('the settings reference', () => {
  test('is up to date (run npm run generate:settings)', () => {
    expect(readFileSync(settingsFile, 'utf8')).toBe(settingsReference());
  });

  test('covers every process', () => {
    const schemas = globSync(['gateway/src/config.ts', 'services/*/src/config.ts'], { cwd: projectRoot });
    // The command line and the launcher have no config.ts.
    expect(processNames).toHaveLength(schemas.length + 2);
  });

  test('contains every variable that a process, the command line, the launcher or an image reads', () => {
    const documented = new Set(documentedSettings().map(({ name }) => name));
    const read = globSync(
      ['{gateway,proto,services/*}/src/**/*.{ts,tsx}', 'deploy/local/src/**/*.ts', 'deploy/{local,compose}/*.mjs'],
      { cwd: projectRoot },
    )
      .filter((file) => !/\.test\.tsx?$|docs\/samples\//.test(file))
      .flatMap((file) => variablesIn(readFileSync(join(projectRoot, file), 'utf8')).map((name) => ({ file, name })));
    const inImages = [...readFileSync(join(projectRoot, 'deploy/Dockerfile'), 'utf8').matchAll(/process\.env\.(\w+)/g)];
    expect(read.length).toBeGreaterThan(10);
    expect(read.filter(({ name }) => !documented.has(name) && !NOT_SETTINGS.includes(name))).toEqual([]);
    expect([...new Set(inImages.map(([, name]) => name))]).toEqual(['PROBE']);
  });

  test('says what each setting means and which values it accepts', () => {
    const settings = documentedSettings();
    expect(settings.length).toBeGreaterThan(60);
    expect(settings.filter(({ description, values }) => description === '' || values === '')).toEqual([]);
  });
});
