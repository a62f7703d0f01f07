import {
  archiveAddress,
  type ExportIdentity,
  exportAddress,
  exportAddressOf,
  exportTemplateVersion,
  possibleAddressesOf,
  templateVersionOfJob,
} from './export-address.ts';
import type { ExportHead } from './gen/cv/resume/v1/ExportHead.ts';

const identity: ExportIdentity = {
  cvId: 12,
  revision: 3,
  anonymized: false,
  printDisplay: '{"id":"classic","color":"#1f4e79","displayConfig":{"id":1,"age":true}}',
  culture: 'fr_FR',
  format: 'pdf',
  templateVersion: 1,
};

describe('content address of an export', () => {
  test('matches the documented algorithm', () => {
    // printf 'vitae-export/1\n12\n3\n0\n{"color":"#1f4e79","displayConfig":{"age":true,"id":1},"id":"classic"}\nfr_FR\npdf\n1' | sha256sum
    expect(exportAddress(identity)).toBe('cdeb17f870a4a95eae9cafbec635cd62e39e0bce669ba5863f23b63c95e0108a');
  });

  test('does not depend on key order or whitespace of the display', () => {
    const printDisplay = ' { "displayConfig": {"age":true, "id":1}, "color":"#1f4e79", "id":"classic" }';
    expect(exportAddress({ ...identity, printDisplay })).toBe(exportAddress(identity));
  });

  test.each([
    { cvId: 13 },
    { revision: 4 },
    { anonymized: true },
    { printDisplay: '' },
    { culture: 'en_US' },
    { format: 'json' as const },
    { templateVersion: 2 },
  ])('differs for %j', (change) => {
    expect(exportAddress({ ...identity, ...change })).not.toBe(exportAddress(identity));
  });

  test('includes every property of the head that the resume service returns', () => {
    const { format, templateVersion: _, cvId, printDisplay, ...rest } = identity;
    const head = { ...rest, id: cvId, printDisplay: Buffer.from(printDisplay) } as ExportHead;
    expect(exportAddressOf(head, format)).toBe(exportAddress({ ...identity, templateVersion: exportTemplateVersion }));
    const changes = [
      { id: 13 },
      { revision: 4 },
      { anonymized: true },
      { printDisplay: Buffer.alloc(0) },
      { culture: 'en_US' },
    ];
    const addresses = [{}, ...changes].map((change) => exportAddressOf({ ...head, ...change }, format));
    expect(new Set([...addresses, exportAddressOf(head, 'odt')]).size).toBe(changes.length + 2);
  });
});

describe('template version of an address', () => {
  test.each([
    [7, 8, 7],
    [8, 8, 8],
    [9, 8, 9],
    [6, 8, 8],
    [10, 8, 8],
    [undefined, 7, 7],
    [undefined, 8, 7],
    [undefined, 9, 9],
  ])('of a job with version %p is computed by a worker with version %i: %i', (requested, own, expected) => {
    expect(templateVersionOfJob(requested, own)).toBe(expected);
  });

  test('can be that of the previous, this or the next release', () => {
    const head = {
      id: 12,
      revision: 3,
      printDisplay: Buffer.alloc(0),
      anonymized: false,
      culture: 'fr_FR',
    } as ExportHead;
    const addresses = possibleAddressesOf(head, 'pdf');
    const versions = [exportTemplateVersion, exportTemplateVersion - 1, exportTemplateVersion + 1];
    expect(addresses).toEqual(versions.map((version) => exportAddressOf(head, 'pdf', version)));
    expect(new Set(addresses).size).toBe(3);
  });
});

describe('address of an archive', () => {
  test('is derived from the id of its job and differs from it', () => {
    expect(archiveAddress('a'.repeat(64))).toBe('e9719462940d377a2aa82b27bb96f1bfc5a860ca2515e9cd03357158ac5aacd3');
  });
});
