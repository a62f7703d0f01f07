import type { Document } from '../gen/cv/resume/v1/Document.ts';
import { createHotCvs } from './cv-cache.ts';

const document = (version: string, json: string): Document => ({
  ...{ id: 4, revision: 1, updated: 0, version },
  json: Buffer.from(json),
});

test('bytes that were left out are those of the version that was named', () => {
  const hot = createHotCvs();
  expect(hot.find(4)).toBeUndefined();
  hot.resolve(document('1', '{"title":"a"}'), undefined);
  const known = hot.find(4);
  expect(String(hot.resolve(document('1', ''), known).json)).toBe('{"title":"a"}');
});

test('a newer version takes the place of the known one', () => {
  const hot = createHotCvs();
  hot.resolve(document('1', 'old'), undefined);
  expect(String(hot.resolve(document('2', 'new'), hot.find(4)).json)).toBe('new');
  expect(hot.find(4)?.version).toBe('2');
});

test('a service that names no versions is read from each time', () => {
  const hot = createHotCvs();
  expect(String(hot.resolve(document('', 'read'), undefined).json)).toBe('read');
  expect(hot.find(4)).toBeUndefined();
});

test('what is kept does not hold the batch that it came in', () => {
  const hot = createHotCvs();
  const batch = Buffer.alloc(100_000, 'x');
  hot.resolve({ ...document('1', ''), json: batch.subarray(0, 50_000) }, undefined);
  expect(hot.find(4)?.json.buffer).not.toBe(batch.buffer);
});
