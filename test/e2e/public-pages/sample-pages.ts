import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { longCareerSource } from '../../support/document/hard-cases.ts';
import { hostileText, importedResume } from '../../support/hostile-cv.ts';
import type { PublicCv, PublicCvs } from '../../support/public-cvs.ts';
import { PASSWORD } from './published-cv.ts';

/** This many jobs fill twelve printed pages. */
export const JOBS_OF_TWELVE_PAGES = 60;

const job = {
  title: 'Rear Admiral',
  company: 'United States Navy',
  city: 'Arlington',
  start: '1943-12-01',
  end: '1986-08-14',
  description: 'Wrote the first compiler.',
  missions: { mission: [{ description: 'Standardised COBOL' }, { description: 'Carried nanoseconds around' }] },
};
export const full = {
  published: true,
  title: 'Compiler Engineer',
  presentation: { title: '', text: 'Writes compilers for people.\nAlways moves forward.' },
  experiences: { experience: [job, { ...job, title: 'Professor', company: 'Vassar College' }] },
  educations: {
    education: [{ school: 'Yale', degree: 'PhD', start: '1930-09-01', end: '1934-06-01', description: '' }],
  },
  links: { link: [{ type: 'Blog', url: 'https://blog.example/grace' }] },
  contacts: {
    contact: [
      { type: 'email', value: 'grace@example.com' },
      { type: 'phone', value: '+1 555 123 4567' },
    ],
  },
  skills: {
    skill: [{ title: 'Languages', level: 95, children: { skill: [{ title: 'COBOL' }, { title: 'Assembly' }] } }],
  },
  interests: { interest: [{ title: 'Clocks' }, { title: 'Knitting' }] },
};
const arabic = {
  published: true,
  title: 'مهندسة برمجيات',
  presentation: { title: '', text: 'مهندسة برمجيات تعمل على المترجمات منذ عشر سنوات في القاهرة.' },
  experiences: {
    experience: [
      {
        ...job,
        title: 'مهندسة أولى',
        company: 'شركة النيل',
        city: 'القاهرة',
        description: 'قيادة الفريق',
        missions: { mission: [{ description: 'تصميم المنصة' }] },
      },
    ],
  },
};
const EXAMPLES = join(import.meta.dirname, '../../../deploy/local/examples');
const example = async (name: string) => JSON.parse(await readFile(join(EXAMPLES, name), 'utf8'));

/** A CV of many pages in the shape of the API. */
function longCareer(jobs: number) {
  const { title, presentation, experiences, educations, skills, interests } = longCareerSource(jobs).cv;
  const experience = experiences.experience.map(({ title, company, city, start, end, description, missions }) => ({
    ...{ title, company, city, start, end, description },
    missions: { mission: missions.mission.map(({ description }) => ({ description })) },
  }));
  const education = educations.education.map(({ id: _, ...one }) => one);
  const content = { title, presentation, experiences: { experience }, educations: { education }, skills, interests };
  return { published: true, ...content };
}

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);

/** Creates CVs that are difficult to render. Injected requests of the hostile ones would go to `canaryUrl`. */
export async function createPages(site: PublicCvs, canaryUrl: string): Promise<Record<string, PublicCv>> {
  const hostile = hostileText(canaryUrl);
  const { api } = site.companies.ours;
  const pages: Record<string, PublicCv> = {
    full: await site.create(full),
    arabic: await site.create(arabic, { firstname: 'ليلى', lastname: 'حسن' }),
    long: await site.create(
      { ...full, title: LONG_WORD.slice(0, 250) },
      { firstname: 'Maximiliane Wilhelmine', lastname: LONG_WORD.slice(0, 80) },
    ),
    empty: await site.create({ published: true }),
    locked: await site.create(full),
    hostile: await site.create(
      {
        ...full,
        title: hostile.slice(0, 250),
        presentation: { title: '', text: hostile },
        experiences: {
          experience: [
            {
              ...job,
              title: hostile.slice(0, 120),
              description: hostile,
              missions: { mission: [{ description: hostile }] },
            },
          ],
        },
        links: { link: [{ type: hostile.slice(0, 40), url: `${canaryUrl}/link` }] },
        contacts: {
          contact: [
            { type: 'email', value: 'a"onmouseover=x@example.com' },
            { type: 'form', value: 'javascript:alert(1)' },
          ],
        },
      },
      { firstname: '<b onclick=1>', lastname: '</script><script>1</script>' },
    ),
    imported: await site.create(importedResume(hostile)),
    complete: await site.create(await example('complete-resume.json')),
    senior: await site.create(await example('senior-engineer.resume.json')),
    career: await site.create(longCareer(JOBS_OF_TWELVE_PAGES)),
  };
  for (const cv of [pages.imported, pages.complete, pages.senior])
    await site.update(cv as PublicCv, { published: true });
  for (const [name, cv] of Object.entries(pages)) {
    const id = { arabic: 'modern', long: 'modern', hostile: 'compact', empty: 'compact' }[name] ?? 'classic';
    await api.put(`/api/v1/cv/${cv.id}/display/web`, { id, color: '#ffd400' });
  }
  await api.put(`/api/v1/cv/${pages.locked?.id}/protection`, { password: PASSWORD });
  return pages;
}
