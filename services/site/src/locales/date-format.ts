const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a date format for a language tag and a time zone, with the time of day if `timeStyle` is given. Formats are
 * cached because creating one takes longer than rendering a table row.
 */
export function dateFormat(
  language: string,
  timeZone: string,
  dateStyle: 'medium' | 'long',
  timeStyle?: 'short' | 'medium',
): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${dateStyle} ${timeStyle}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, { dateStyle, timeStyle, timeZone });
    formats.set(key, format);
  }
  return format;
}
