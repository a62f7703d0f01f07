import { displayConfig } from '@vitae/proto/display';
import { z } from 'zod';
import { buildDocument } from './build-document.ts';
import { renderPrintPage } from './pages/print-page.tsx';
import { sampleSource } from './sample-source.ts';
import { templateIds } from './templates/template.ts';

const now = Date.UTC(2026, 10, 21);
const blocks = Object.entries(displayConfig.shape).flatMap(([key, schema]) =>
  schema instanceof z.ZodBoolean ? [key] : [],
);

/** For each block of the print display, what is on the page with it and not without it. */
const evidence: Record<string, string[]> = {
  experiences: ['Work experience', 'TechCorp', 'Designed the platform', 'Mar 2021'],
  educations: ['Education', 'Berkeley', 'Bachelor of Science', 'Honours'],
  interests: ['Interests', 'Open source', 'Mentoring'],
  presentation: ['Profile', 'Builds web applications.'],
  skills: ['Skills', 'Node.js', 'Expert'],
  url: ['vitae.example.com/p/jane/main'],
  picture: ['class="photo"', 'Photo of Jane Developer'],
  location: ['San Francisco', 'California, United States'],
  drivingLicence: ['Driver’s license'],
  maritalStatus: ['Married'],
  address: ['123 Tech Street', '94102'],
  age: ['35 years old'],
};

function page(template: string, changes: Record<string, boolean> = {}): string {
  const source = sampleSource();
  const shown = { ...source.printDisplay.displayConfig, ...changes };
  const html = renderPrintPage(
    buildDocument({ ...source, printDisplay: { ...source.printDisplay, id: template, displayConfig: shown } }, now),
  );
  return html.slice(html.indexOf('<body'));
}

describe('the blocks of the print display', () => {
  test('are all in this test', () => {
    expect(Object.keys(evidence).sort()).toEqual(blocks.sort());
  });

  test.each(templateIds.flatMap((template) => blocks.map((block) => [template, block] as const)))(
    '%s shows %s or hides it, and nothing else',
    (template, block) => {
      const [all, without] = [page(template), page(template, { [block]: false })];
      for (const [other, texts] of Object.entries(evidence)) {
        for (const text of texts) {
          expect([text, all.includes(text)]).toEqual([text, true]);
          expect([text, without.includes(text)]).toEqual([text, other !== block]);
        }
      }
    },
  );

  test.each(templateIds)('%s shows none of them when all are hidden', (template) => {
    const bare = page(template, Object.fromEntries(blocks.map((block) => [block, false])));
    for (const text of Object.values(evidence).flat()) expect(bare).not.toContain(text);
    expect(bare).toContain('Jane Developer');
  });
});
