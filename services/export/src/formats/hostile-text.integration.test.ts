import { templateIds } from '@vitae/document/templates/template';
import { type Canary, openCanary } from './canary.ts';
import { expectHarmless } from './expect-harmless.ts';
import { cut, type HostileFiles, hostileSource, openHostileFiles } from './hostile-files.ts';

const patience = 300_000;
let canary: Canary;
let files: HostileFiles;

beforeAll(async () => {
  canary = await openCanary();
  files = openHostileFiles(process.env);
}, patience);
afterAll(async () => {
  await Promise.all([files.close(), canary.close()]);
}, patience);

/** Each field has another kind of hostile text, and in as many rounds as there are kinds, every one. */
function alone(round: number): (path: string) => string[] {
  const { payloads } = canary;
  return (path) => {
    const place = [...path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973, 0);
    return cut(payloads[(place + round) % payloads.length] ?? '');
  };
}

const kinds = Array.from({ length: 20 }, (_, index) => index);

test.each(templateIds)(
  'hostile text in every field of a CV is text in every format of the %s template, and nobody is asked for anything',
  async (template) => {
    const source = hostileSource(canary, { texts: () => cut(canary.payloads.join('\n')) });
    expectHarmless(await files.make(source, template), canary);
    expect(canary.connections).toBe(0);
  },
  patience,
);

test(
  'each kind of hostile text alone, where it is the whole of a field, is text in every format',
  async () => {
    expect(canary.payloads).toHaveLength(kinds.length);
    for (const round of kinds) {
      const template = templateIds[round % templateIds.length] ?? '';
      expectHarmless(await files.make(hostileSource(canary, { texts: alone(round) }), template), canary);
    }
    expect(canary.connections).toBe(0);
  },
  patience,
);

test('the canary is heard when somebody does ask', async () => {
  const [address] = canary.addresses;
  expect((await fetch(address ?? '', { redirect: 'manual' })).status).toBe(302);
  expect(canary.connections).toBe(1);
});
