import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zipParts } from '@vitae/test/support/export/zip-parts';
import { type ArchiveEntry, createArchive } from './zip-archive.ts';

const entry = (name: string, content: string): ArchiveEntry => ({
  name,
  compress: content.length % 2 === 0,
  open: async () => Readable.from([content]),
});

test('contains all entries with their content', async () => {
  const file = await buffer(createArchive([entry('a.txt', 'even'), entry('b/c.txt', 'odd')], new Date()));
  const parts = Array.from(zipParts(file), ([name, content]) => [name, content.toString()]);
  expect(parts).toEqual([
    ['a.txt', 'even'],
    ['b/c.txt', 'odd'],
  ]);
});

test('without entries is a valid file', async () => {
  expect(zipParts(await buffer(createArchive([], new Date()))).size).toBe(0);
});

test('requests an entry only after the previous one was read', async () => {
  const steps: string[] = [];
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    for (const name of ['a', 'b']) {
      steps.push(`request ${name}`);
      const stream = new PassThrough().once('end', () => steps.push(`end ${name}`));
      yield { name, compress: true, open: async () => stream.end(name) };
    }
  }
  await buffer(createArchive(entries(), new Date()));
  expect(steps).toEqual(['request a', 'end a', 'request b', 'end b']);
});

test.each([
  ['cannot be opened', { ...entry('b', ''), open: () => Promise.reject(new Error('gone')) }],
  ['stops in the middle', { ...entry('b', ''), open: async () => Readable.from(stopping()) }],
])('fails if an entry %s', async (_why, broken) => {
  await expect(buffer(createArchive([entry('a', 'x'), broken], new Date()))).rejects.toThrow('gone');
});

test('fails if the list of entries fails', async () => {
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    yield entry('a', 'x');
    throw new Error('gone');
  }
  await expect(buffer(createArchive(entries(), new Date()))).rejects.toThrow('gone');
});

async function* stopping(): AsyncGenerator<string> {
  yield 'begin';
  throw new Error('gone');
}
