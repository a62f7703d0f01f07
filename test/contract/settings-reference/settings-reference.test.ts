import { globSync, readFileSync } from 'node:fs';
import { projectRoot } from '../../support/project-root.ts';
import { documentedSettings, processNames, settingsFile, settingsReference } from './settings-reference.ts';

describe('the settings reference', () => {
  test('is up to date (run npm run generate:settings)', () => {
    expect(readFileSync(settingsFile, 'utf8')).toBe(settingsReference());
  });

  test('covers every process', () => {
    const schemas = globSync(['gateway/src/config.ts', 'services/*/src/config.ts'], { cwd: projectRoot });
    // The command line and the launcher have no config.ts.
    expect(processNames).toHaveLength(schemas.length + 2);
  });

  test('says what each setting means and which values it accepts', () => {
    const settings = documentedSettings();
    expect(settings.length).toBeGreaterThan(60);
    expect(settings.filter(({ description, values }) => description === '' || values === '')).toEqual([]);
  });
});
