// Characters that Windows forbids in file names or that have a meaning in shells and HTTP headers.
const unsafe = /[<>:"/\\|?*%;'`$&!#\p{Cc}\p{Cf}]/gu;
const MAX_CHARACTERS = 80;

/** Returns the file name of a CV without extension; an anonymized CV is named by its id. */
export function fileNameOf(name: string, cvId: number): string {
  const safe = name
    .replace(unsafe, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const short = Array.from(safe)
    .slice(0, MAX_CHARACTERS)
    .join('')
    .replace(/[. ]+$/, '');
  return short === '' ? `CV ${cvId}` : `${short} - CV`;
}
