import { FORMATS, type Made } from './export-files.ts';

export type Pictured = Made & { pages: string[] };

/** One HTML page: for each CV a row for each template, in it the pages of each format. */
export function sheetPage(cv: string, files: Pictured[]): string {
  const templates = [...new Set(files.map(({ template }) => template))];
  const rows = templates.map((template) => {
    const cells = FORMATS.map((format) => {
      const file = files.find((one) => one.template === template && one.format === format);
      const pages = (file?.pages ?? []).map((page) => `<img src="${page}" alt="">`).join('');
      return `<figure><figcaption>${template} · ${format}</figcaption>${pages}</figure>`;
    });
    return `<section>${cells.join('')}</section>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>${cv}</title>
<style>
body { margin: 16px; background: #6b7178; color: #fff; font: 13px sans-serif; width: max-content; }
section { display: flex; gap: 16px; margin-bottom: 16px; align-items: flex-start; }
figure { margin: 0; } figcaption { margin-bottom: 4px; } img { background: #fff; margin-inline-end: 4px; vertical-align: top; }
</style><h1>${cv}</h1>${rows.join('')}`;
}
