import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Artifact, ArtifactStore, NewArtifact } from '@vitae/export/artifacts/artifact-store';
import type { Clock } from '@vitae/kit/clock';

export const retentionMs = 60_000;

export function createMovableClock(): Clock & { advance(ms: number): void } {
  let now = Date.UTC(2026, 10, 21);
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

export function newArtifact(address: string, content = `content of ${address}`): NewArtifact {
  const fileName = 'Jane Developer - CV.pdf';
  return {
    address: address.padEnd(64, '0'),
    format: 'pdf',
    contentType: 'application/pdf',
    fileName,
    companyId: 7,
    content: Buffer.from(content),
  };
}

/** Adds the tests that every artifact store must pass. */
export function describeArtifactStore(name: string, create: (clock: Clock) => Promise<ArtifactStore>): void {
  describe(name, () => {
    const clock = createMovableClock();
    let store: ArtifactStore;
    beforeAll(async () => {
      store = await create(clock);
    });
    const contentOf = async (artifact: Artifact, range?: { start: number; end: number }) =>
      (await buffer(await store.read(artifact, range))).toString();

    test('returns a file and a range of it as they were saved', async () => {
      const saved = await store.save(newArtifact('a1', 'hello'));
      expect(saved).toEqual({
        address: 'a1'.padEnd(64, '0'),
        format: 'pdf',
        contentType: 'application/pdf',
        fileName: 'Jane Developer - CV.pdf',
        companyId: 7,
        bytes: 5,
        sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
        expiresAt: clock.now() + retentionMs,
      });
      expect(await store.find(saved.address)).toEqual(saved);
      expect(await contentOf(saved)).toBe('hello');
      expect(await contentOf(saved, { start: 1, end: 3 })).toBe('ell');
    });

    test('finds nothing at an unknown address', async () => {
      expect(await store.find('b'.repeat(64))).toBeUndefined();
    });

    test('does not replace a stored file, but restarts its retention time', async () => {
      await store.save(newArtifact('a2', 'first'));
      clock.advance(retentionMs / 2);
      const second = await store.save(newArtifact('a2', 'second'));
      expect(second).toMatchObject({ bytes: 5, expiresAt: clock.now() + retentionMs });
      expect(await contentOf(second)).toBe('first');
    });

    test('renews a stored file, but not an expired one', async () => {
      const { address } = await store.save(newArtifact('a8'));
      clock.advance(retentionMs - 1);
      const renewed = await store.renew(address);
      expect(renewed).toMatchObject({ address, expiresAt: clock.now() + retentionMs });
      clock.advance(retentionMs - 1);
      expect(await store.find(address)).toEqual(renewed);
      clock.advance(1);
      expect(await store.renew(address)).toBeUndefined();
    });

    test('stores one of several files that are saved at the same address simultaneously', async () => {
      const saved = await Promise.all(
        Array.from({ length: 8 }, (_, index) => store.save(newArtifact('a3', `number ${index}`))),
      );
      expect(new Set(saved.map(({ sha256 }) => sha256)).size).toBe(1);
      expect(await contentOf(saved[0] as Artifact)).toMatch(/^number \d$/);
    });

    test('stores a file that is larger than a chunk', async () => {
      const content = 'x'.repeat(1_000_000);
      const saved = await store.save(newArtifact('a4', content));
      expect(saved.bytes).toBe(1_000_000);
      expect(await contentOf(saved)).toBe(content);
      expect(await contentOf(saved, { start: 999_990, end: 999_999 })).toBe('x'.repeat(10));
      expect(await contentOf(saved, { start: 200_000, end: 799_999 })).toBe('x'.repeat(600_000));
    });

    test('returns exactly the bytes of a range across chunk boundaries', async () => {
      const content = Buffer.alloc(800_000);
      for (let at = 0; at < content.length; at += 4) content.writeUInt32BE(at, at);
      const saved = await store.save({ ...newArtifact('a9'), content });
      for (const [start, end] of [
        [0, 799_999],
        [261_119, 261_120],
        [261_120, 522_239],
        [100, 600_000],
        [799_999, 799_999],
      ] as const) {
        const range = await buffer(await store.read(saved, { start, end }));
        // toEqual compares large buffers byte by byte, which takes seconds.
        expect([start, end, range.equals(content.subarray(start, end + 1))]).toEqual([start, end, true]);
      }
    });

    test('stores a stream', async () => {
      const chunks = Array.from({ length: 40 }, (_, index) => Buffer.alloc(30_000, index));
      const saved = await store.save({ ...newArtifact('a6'), content: Readable.from(chunks) });
      const sha256 = createHash('sha256').update(Buffer.concat(chunks)).digest('hex');
      expect(saved).toMatchObject({ bytes: 1_200_000, sha256 });
      expect(await store.find(saved.address)).toEqual(saved);
    });

    test('stores nothing of a stream that fails', async () => {
      const content = Readable.from(
        (function* () {
          yield Buffer.alloc(300_000);
          throw new Error('stream failed');
        })(),
      );
      await expect(store.save({ ...newArtifact('a7'), content })).rejects.toThrow('stream failed');
      expect(await store.find('a7'.padEnd(64, '0'))).toBeUndefined();
    });

    test('removes an expired file, whose address can be used again', async () => {
      await store.sweep();
      const saved = await store.save(newArtifact('a5'));
      clock.advance(retentionMs + 1);
      expect(await store.find(saved.address)).toBeUndefined();
      clock.advance(3_600_000);
      expect((await store.sweep()).expired).toBeGreaterThanOrEqual(1);
      expect(await store.save(newArtifact('a5', 'again'))).toMatchObject({ bytes: 5 });
    });
  });
}
