import { type ExportIdentity, exportAddress } from './export-address.ts';

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
});
