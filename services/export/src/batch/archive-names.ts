const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}]/gu;
/** Names that Windows keeps for devices, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const MOST_CHARACTERS = 100;

/**
 * Gives each file a name that every system can unpack, in one folder, without one overwriting another:
 * names are compared as systems do that ignore case and the forms of accents.
 */
export function createArchiveNames(taken: readonly string[] = []): (fileName: string) => string {
  const used = new Set(taken.map(compared));
  return (fileName) => {
    const { stem, extension } = parts(safe(fileName));
    for (let copy = 1; ; copy += 1) {
      const name = copy === 1 ? `${stem}${extension}` : `${stem} (${copy})${extension}`;
      if (used.has(compared(name))) continue;
      used.add(compared(name));
      return name;
    }
  };
}

function safe(fileName: string): string {
  const name = fileName
    .normalize('NFC')
    .replace(UNSAFE, '')
    .replace(/^[. ]+|[. ]+$/g, '');
  return DEVICE.test(name) ? `_${name}` : name;
}

function parts(name: string): { stem: string; extension: string } {
  const [, stem = '', extension = ''] = /^(.*?)(\.[a-z0-9]{1,5})?$/isu.exec(name) ?? [];
  const short = Array.from(stem).slice(0, MOST_CHARACTERS).join('').trim();
  return { stem: short === '' ? 'CV' : short, extension };
}

function compared(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
