import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, isIPv6 } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sampleSource } from '@vitae/document/sample-source';
import { templateIds } from '@vitae/document/templates/template';
import type { JobFormat } from '@vitae/proto/export-job';
import { type Canary, openCanary } from '@vitae/test/support/export/canary';
import { expectHarmless } from '@vitae/test/support/export/expect-harmless';
import {
  createHostileFileRenderer,
  type HostileFileRenderer,
  hostileSource,
  truncations,
} from '@vitae/test/support/export/hostile-files';
import { zipParts } from '@vitae/test/support/export/zip-parts';
import { until } from '@vitae/test/support/until';
import { archiveOf } from '../batch/archive.ts';

const patience = 300_000;
let canary: Canary;
let files: HostileFileRenderer;

beforeAll(async () => {
  canary = await openCanary();
  files = createHostileFileRenderer(process.env);
}, patience);
afterAll(async () => {
  await Promise.all([files.close(), canary.close()]);
}, patience);

/** Each field has another kind of hostile text, and in as many rounds as there are kinds, every one. */
function alone(round: number): (path: string) => string[] {
  const { payloads } = canary;
  return (path) => {
    const place = [...path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973, 0);
    return truncations(payloads[(place + round) % payloads.length] ?? '');
  };
}

const kinds = Array.from({ length: 23 }, (_, index) => index);

test.each(templateIds)(
  'hostile text in every field of a CV is text in every format of the %s template, and nobody is asked for anything',
  async (template) => {
    const source = hostileSource(canary, { texts: () => truncations(canary.payloads.join('\n')) });
    expectHarmless(await files.render(source, template), canary);
    expect(canary.contacts).toBe(0);
  },
  patience,
);

test(
  'each kind of hostile text alone, where it is the whole of a field, is text in every format',
  async () => {
    expect(canary.payloads).toHaveLength(kinds.length);
    for (const round of kinds) {
      const template = templateIds[round % templateIds.length] ?? '';
      expectHarmless(await files.render(hostileSource(canary, { texts: alone(round) }), template), canary);
    }
    expect(canary.contacts).toBe(0);
  },
  patience,
);

test(
  'a macro, an object or an action in a file would be found',
  async () => {
    const made = await files.render(sampleSource(), 'classic');
    expectHarmless(made, canary);
    const file = (id: JobFormat) => made.get(id) ?? Buffer.alloc(0);
    const withPart = (id: 'docx' | 'odt', name: string) => {
      const files = [...zipParts(file(id))].filter(([path]) => !path.endsWith('/'));
      const parts = [...files, [name, Buffer.from('x')] as const];
      const entries = parts.map(([name, part]) => ({ name, compress: false, open: async () => Readable.from([part]) }));
      return buffer(archiveOf(entries, new Date()));
    };
    const worse: [JobFormat, Buffer][] = [
      ['docx', await withPart('docx', 'word/vbaProject.bin')],
      ['docx', await withPart('docx', 'word/embeddings/oleObject1.bin')],
      ['odt', await withPart('odt', 'Basic/script-lc.xml')],
      ['doc', Buffer.concat([file('doc'), Buffer.from('Macros\0', 'utf16le')])],
      ['pdf', Buffer.concat([file('pdf'), Buffer.from('\n999 0 obj\n<</S /Launch\n/F (calc)>>\nendobj\n')])],
    ];
    for (const [id, changed] of worse) expect(() => expectHarmless(new Map(made).set(id, changed), canary)).toThrow();
  },
  patience,
);

test('the canary hears whoever asks, over TCP and UDP, by every address of this machine', async () => {
  const [address] = canary.addresses;
  expect((await fetch(address ?? '', { redirect: 'manual' })).status).toBe(302);
  let asked = 1;
  for (const host of canary.hosts) {
    const plain = host.replace(/[[\]]/g, '');
    const connection = connect(canary.port, plain);
    await once(connection, 'connect');
    connection.destroy();
    const datagrams = createSocket(isIPv6(plain) ? 'udp6' : 'udp4');
    datagrams.send('?', canary.port, plain);
    asked += 2;
    await until(`contact ${asked} of the canary`, () => canary.contacts >= asked);
    datagrams.close();
  }
  expect(canary.contacts).toBe(asked);
});
