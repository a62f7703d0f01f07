import type { Document } from '../gen/cv/resume/v1/Document.ts';
import { createCvCache } from './cv-cache.ts';

const document = (version: string, json: string): Document => ({
  ...{ id: 4, revision: 1, updated: 0, version },
  json: Buffer.from(json),
});

describe('CV cache', () => {
  test('returns the cached content if the service omits it', () => {
    const cache = createCvCache();
    expect(cache.find(4)).toBeUndefined();
    cache.resolve(document('1', '{"title":"a"}'), undefined);
    const cached = cache.find(4);
    expect(String(cache.resolve(document('1', ''), cached).json)).toBe('{"title":"a"}');
  });

  test('replaces an older version', () => {
    const cache = createCvCache();
    cache.resolve(document('1', 'old'), undefined);
    expect(String(cache.resolve(document('2', 'new'), cache.find(4)).json)).toBe('new');
    expect(cache.find(4)?.version).toBe('2');
  });

  test('does not cache documents without a version', () => {
    const cache = createCvCache();
    expect(String(cache.resolve(document('', 'read'), undefined).json)).toBe('read');
    expect(cache.find(4)).toBeUndefined();
  });

  test('does not retain the buffer of the batch response', () => {
    const cache = createCvCache();
    const batch = Buffer.alloc(100_000, 'x');
    cache.resolve({ ...document('1', ''), json: batch.subarray(0, 50_000) }, undefined);
    expect(cache.find(4)?.json.buffer).not.toBe(batch.buffer);
  });
});
