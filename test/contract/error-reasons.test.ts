import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorReasons } from '@vitae/proto/error-reasons';

const root = join(import.meta.dirname, '../..');

/** `new VitaeError('CODE', 'reason'`, and the factories of the kit with the code that each stands for. */
const MADE = /new VitaeError\(\s*'([A-Z_]+)',\s*'([a-z0-9_]+)'/g;
const FACTORIES = { notFound: 'NOT_FOUND', conflict: 'ABORTED', unavailable: 'UNAVAILABLE' } as const;
const FACTORY = /\b(notFound|conflict|unavailable)\(\s*'([a-z0-9_]+)'/g;

/** Met by operators at the command line, on pages, or by nobody: the one who would is gone. */
const NOT_OF_THE_API = new Set([
  'administrator_not_found',
  'application_not_found',
  'company_not_found',
  'file_not_readable',
  'file_not_writable',
  'form_expired',
  'key_ended',
  'key_exists',
  'key_not_found',
  'no_system',
  'request_aborted',
  'second_factor_changed',
]);

/** Every reason that the sources throw, with its code. */
function thrown(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (reason: string, code: string) => found.set(reason, (found.get(reason) ?? new Set()).add(code));
  const files = globSync(['gateway/src/**/*.{ts,tsx}', 'services/*/src/**/*.{ts,tsx}'], { cwd: root });
  for (const file of files.filter((name) => !/\.test\.tsx?$|\/scratch/.test(name))) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, code = '', reason = ''] of text.matchAll(MADE)) add(reason, code);
    for (const [, factory = '', reason = ''] of text.matchAll(FACTORY))
      add(reason, FACTORIES[factory as keyof typeof FACTORIES]);
  }
  return found;
}

test('every error that is thrown is in the reference, with its code', () => {
  const registered = new Map<string, string>(Object.entries(errorReasons).map(([reason, { code }]) => [reason, code]));
  const ofTheApi = [...thrown()].filter(([reason]) => !NOT_OF_THE_API.has(reason));
  const wrong = ofTheApi.flatMap(([reason, codes]) =>
    [...codes].filter((code) => registered.get(reason) !== code).map((code) => `${reason} ${code}`),
  );
  expect(wrong).toEqual([]);
});

test('the reference names no error that nobody throws', () => {
  const reasons = thrown();
  expect(Object.keys(errorReasons).filter((reason) => !reasons.has(reason))).toEqual([]);
});
