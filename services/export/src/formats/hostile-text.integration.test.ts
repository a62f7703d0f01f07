import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, isIPv6 } from 'node:net';
import { sampleSource } from '@vitae/document/sample-source';
import { templateIds } from '@vitae/document/templates/templates';
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
import { zipOf } from '@vitae/test/support/zip-of';

const TIMEOUT_MS = 300_000;
let canary: Canary;
let renderer: HostileFileRenderer;

beforeAll(async () => {
  canary = await openCanary();
  renderer = createHostileFileRenderer();
});
afterAll(async () => {
  await Promise.all([renderer.close(), canary.close()]);
});

/** Gives every field a single payload. Over as many rounds as there are payloads, every field has each of them. */
function payloadOfRound(round: number): (path: string) => string[] {
  const { payloads } = canary;
  return (path) => {
    const hash = [...path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973, 0);
    return truncations(payloads[(hash + round) % payloads.length] ?? '');
  };
}

describe('hostile text', () => {
  test.each(templateIds)(
    'stays text in every field and format of the %s template and causes no request',
    async (template) => {
      const source = hostileSource(canary, { texts: () => truncations(canary.payloads.join('\n')) });
      expectHarmless(await renderer.render(source, template), canary);
      expect(canary.contacts).toBe(0);
    },
    TIMEOUT_MS,
  );

  test(
    'stays text in every format if it is the whole content of a field',
    async () => {
      for (const round of canary.payloads.keys()) {
        const template = templateIds[round % templateIds.length] ?? '';
        const source = hostileSource(canary, { texts: payloadOfRound(round) });
        expectHarmless(await renderer.render(source, template), canary);
      }
      expect(canary.contacts).toBe(0);
    },
    TIMEOUT_MS,
  );
});

describe('expectHarmless', () => {
  test('detects a macro, an embedded object and an action', async () => {
    const files = await renderer.render(sampleSource(), 'classic');
    expectHarmless(files, canary);
    const file = (id: JobFormat) => files.get(id) ?? Buffer.alloc(0);
    const withPart = (id: 'docx' | 'odt', name: string) => {
      const parts = [...zipParts(file(id))].filter(([path]) => !path.endsWith('/'));
      return zipOf(Object.fromEntries([...parts, [name, Buffer.from('x')]]), false);
    };
    const harmful: [JobFormat, Buffer][] = [
      ['docx', await withPart('docx', 'word/vbaProject.bin')],
      ['docx', await withPart('docx', 'word/embeddings/oleObject1.bin')],
      ['odt', await withPart('odt', 'Basic/script-lc.xml')],
      ['doc', Buffer.concat([file('doc'), Buffer.from('Macros\0', 'utf16le')])],
      ['pdf', Buffer.concat([file('pdf'), Buffer.from('\n999 0 obj\n<</S /Launch\n/F (calc)>>\nendobj\n')])],
    ];
    for (const [id, changed] of harmful)
      expect(() => expectHarmless(new Map(files).set(id, changed), canary)).toThrow();
  });
});

describe('canary', () => {
  test('counts every contact over TCP and UDP on each of its hosts', async () => {
    expect((await fetch(canary.addresses[0] ?? '', { redirect: 'manual' })).status).toBe(302);
    let contacts = 1;
    for (const host of canary.hosts) {
      const address = host.replace(/[[\]]/g, '');
      const connection = connect(canary.port, address);
      await once(connection, 'connect');
      connection.destroy();
      const datagrams = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
      datagrams.send('?', canary.port, address);
      contacts += 2;
      await until('the canary', () => canary.contacts >= contacts);
      datagrams.close();
    }
    expect(canary.contacts).toBe(contacts);
  });
});
