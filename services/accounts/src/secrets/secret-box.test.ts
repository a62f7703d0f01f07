import { randomBytes } from 'node:crypto';
import type { RingKey } from '@vitae/kit/key-ring';
import { createSecretBox } from './secret-box.ts';

const key = (id: string): RingKey => ({ id, key: randomBytes(32) });
const old = key('2025');
const current = key('2026');
const SECRET = 'c4e1a9f7b2d85630fa47e91c8b0d2356e7f1a4c980b3d62e5f8a17c4b9d0e236';

describe('stored secret', () => {
  test('opens only for its own record', () => {
    const box = createSecretBox([current]);
    const sealed = box.seal(SECRET, 'api-key/a');
    expect(box.open(sealed, 'api-key/a')).toBe(SECRET);
    expect(() => box.open(sealed, 'api-key/b')).toThrow();
  });

  test('reveals neither its plaintext nor equality with another', () => {
    const box = createSecretBox([current]);
    const sealed = box.seal(SECRET, 'r');
    expect(sealed).not.toContain(SECRET.slice(0, 8));
    expect(box.seal(SECRET, 'r')).not.toBe(sealed);
  });

  test('opens after the master key was rotated, and is reported as outdated', () => {
    const sealed = createSecretBox([old]).seal(SECRET, 'r');
    const rotated = createSecretBox([current, old]);
    expect(rotated.open(sealed, 'r')).toBe(SECRET);
    expect(rotated.isOutdated(sealed)).toBe(true);
    const reencrypted = rotated.seal(SECRET, 'r');
    expect(reencrypted.startsWith('2026.')).toBe(true);
    expect(createSecretBox([current]).open(reencrypted, 'r')).toBe(SECRET);
  });

  test('is outdated under a key whose id begins like the first', () => {
    const longer = { ...old, id: '20261' };
    const box = createSecretBox([current, longer]);
    expect(box.isOutdated(createSecretBox([longer]).seal(SECRET, 'r'))).toBe(true);
    expect(box.isOutdated(box.seal(SECRET, 'r'))).toBe(false);
  });

  test('opens only under the id of its key', () => {
    const renamed = { ...current, id: '2027' };
    const sealed = createSecretBox([current]).seal(SECRET, 'r');
    expect(() => createSecretBox([renamed]).open(sealed.replace('2026', '2027'), 'r')).toThrow();
  });

  test('reports the id of a missing master key', () => {
    const sealed = createSecretBox([old]).seal(SECRET, 'r');
    expect(() => createSecretBox([current]).open(sealed, 'r')).toThrow('"2025", which MASTER_KEYS does not contain');
  });

  test('does not open if any byte was changed', () => {
    const box = createSecretBox([current]);
    const [id, body = ''] = box.seal(SECRET, 'r').split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.open(`${id}.${changed.toString('base64url')}`, 'r')).toThrow();
    }
    expect(() => box.open(`${id}.`, 'r')).toThrow();
  });
});
