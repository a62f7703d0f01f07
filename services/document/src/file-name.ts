// Not allowed in a name on Windows, or read as something else by a shell or a header.
const unsafe = /[<>:"/\\|?*%;'`$&!#\p{Cc}\p{Cf}]/gu;
const mostCharacters = 80;

/** What the file of a CV is called, without extension; an anonymised CV has no name and goes by its id. */
export function fileNameOf(name: string, cvId: number): string {
  const safe = name
    .replace(unsafe, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const short = Array.from(safe)
    .slice(0, mostCharacters)
    .join('')
    .replace(/[. ]+$/, '');
  return short === '' ? `CV ${cvId}` : `${short} - CV`;
}
