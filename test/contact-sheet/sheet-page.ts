/** What one medium shows of a CV in a template. `pages` are the paths of the images. */
export type ShownCv = { cv: string; template: string; format: string; pages: string[] };

/** Returns an HTML page with a row for each template, in which each format shows a large first page and smaller others. */
export function sheetPage(cv: string, shown: ShownCv[]): string {
  const templates = [...new Set(shown.map(({ template }) => template))];
  const rows = templates.map((template) => {
    const ofTemplate = shown.filter((one) => one.template === template);
    const cells = ofTemplate.map(({ format, pages: paths }) => {
      const pages = paths.map((page) => `<img src="${page}" alt="">`).join('');
      return `<figure><figcaption>${template} · ${format}</figcaption>${pages}</figure>`;
    });
    return `<section>${cells.join('')}</section>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>${cv}</title>
<style>
body { margin: 16px; background: #6b7178; color: #fff; font: 13px sans-serif; width: max-content; }
section { display: flex; gap: 16px; margin-bottom: 16px; align-items: flex-start; }
figure { margin: 0; width: 430px; } figcaption { margin-bottom: 4px; } img { background: #fff; width: 100%; } img + img { width: 49%; margin-inline-end: 1%; }
</style><h1>${cv}</h1>${rows.join('')}`;
}
