import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorReasons } from '@vitae/proto/error-reasons';

const root = join(import.meta.dirname, '../..');

const CONSTRUCTOR = /new VitaeError\(\s*'([A-Z_]+)',\s*'([a-z0-9_]+)'/g;
/** The factories of the kit and their codes. */
const FACTORIES = { notFound: 'NOT_FOUND', conflict: 'ABORTED', unavailable: 'UNAVAILABLE' } as const;
const FACTORY = /\b(notFound|conflict|unavailable)\(\s*'([a-z0-9_]+)'/g;

/** Errors of the command line and of pages, which API clients never receive. */
const NOT_IN_THE_API = new Set([
  'administrator_not_found',
  'application_not_found',
  'company_not_found',
  'file_not_readable',
  'file_not_writable',
  'form_expired',
  'grant_invalid',
  'key_ended',
  'key_exists',
  'key_not_found',
  'no_system',
  'request_aborted',
  'second_factor_changed',
  'slug_reserved',
  'slug_taken',
  'too_many_addresses',
  'too_many_links',
  'version_not_found',
]);

/** Returns every reason that the sources throw with its codes. */
function thrownReasons(): Map<string, Set<string>> {
  const reasons = new Map<string, Set<string>>();
  const add = (reason: string, code: string) => reasons.set(reason, (reasons.get(reason) ?? new Set()).add(code));
  const files = globSync('{gateway,proto,services/*}/src/**/*.{ts,tsx}', { cwd: root });
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name))) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, code = '', reason = ''] of text.matchAll(CONSTRUCTOR)) add(reason, code);
    for (const [, factory = '', reason = ''] of text.matchAll(FACTORY))
      add(reason, FACTORIES[factory as keyof typeof FACTORIES]);
  }
  return reasons;
}

test('the error reference contains every thrown reason with its code', () => {
  const registered = new Map<string, string>(Object.entries(errorReasons).map(([reason, { code }]) => [reason, code]));
  const inTheApi = [...thrownReasons()].filter(([reason]) => !NOT_IN_THE_API.has(reason));
  const wrong = inTheApi.flatMap(([reason, codes]) =>
    [...codes].filter((code) => registered.get(reason) !== code).map((code) => `${reason} ${code}`),
  );
  expect(wrong).toEqual([]);
});

test('the error reference contains no reason that is never thrown', () => {
  const reasons = thrownReasons();
  expect(Object.keys(errorReasons).filter((reason) => !reasons.has(reason))).toEqual([]);
});
