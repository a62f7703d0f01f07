import { readSettings } from './settings.ts';

describe('the settings of the launcher', () => {
  test('have defaults, with the data folder in the project', () => {
    expect(readSettings({}, '/vitae')).toMatchObject({ HOST: '127.0.0.1', PORT: 8080, DATA_DIR: '/vitae/.vitae' });
  });

  test('warn about a variable that looks like a misspelled setting', () => {
    const warnings: string[] = [];
    readSettings({ MONGODB_URL: 'mongodb://db', PATH: '/usr/bin' }, '/vitae', (message) => warnings.push(message));
    expect(warnings).toEqual([expect.stringContaining('Did you mean MONGODB_URI?')]);
  });
});
