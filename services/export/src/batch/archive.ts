/** Characters that are not allowed in Windows file names, and invisible characters. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}]/gu;
/** Windows reserves these names for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const MAX_STEM_LENGTH = 100;

/**
 * Returns a function that gives each file a unique name that is safe to extract on every system. Names are compared
 * without case and in Unicode normal form, as some file systems do. `reserved` names are not given to files.
 */
export function createArchiveNames(reserved: readonly string[] = []): (fileName: string) => string {
  const used = new Set(reserved.map(comparisonKey));
  return (fileName) => {
    const { stem, extension } = splitName(sanitize(fileName));
    for (let copy = 1; ; copy += 1) {
      const name = copy === 1 ? `${stem}${extension}` : `${stem} (${copy})${extension}`;
      if (used.has(comparisonKey(name))) continue;
      used.add(comparisonKey(name));
      return name;
    }
  };
}

function sanitize(fileName: string): string {
  const name = fileName
    .normalize('NFC')
    .replace(UNSAFE, '')
    .replace(/^[. ]+|[. ]+$/g, '');
  return DEVICE.test(name) ? `_${name}` : name;
}

function splitName(name: string): { stem: string; extension: string } {
  const [, stem = '', extension = ''] = /^(.*?)(\.[a-z0-9]{1,5})?$/isu.exec(name) ?? [];
  const short = Array.from(stem).slice(0, MAX_STEM_LENGTH).join('').trim();
  return { stem: short === '' ? 'CV' : short, extension };
}

function comparisonKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
