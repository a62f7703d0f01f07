import type { ExportSource } from '@vitae/proto/export-source';

type Content = Pick<ExportSource, 'cv' | 'sections'>;

/** How much is read to detect a language. */
export const MAX_TEXTS = 200;
export const MAX_TEXT_LENGTH = 500;

/** Returns the owner's texts that are sentences rather than names, the longest kinds first. References are texts of others. */
export function* proseOf({ cv, sections }: Content): Generator<string, void, void> {
  yield cv.presentation.text ?? '';
  for (const { description, missions } of cv.experiences.experience) {
    for (const mission of missions.mission) yield mission.description;
    yield description ?? '';
  }
  for (const { description } of cv.educations.education) yield description;
  for (const { description, highlights } of sections.projects) yield* [description, ...highlights];
  for (const { summary, highlights } of sections.volunteer) yield* [summary, ...highlights];
  for (const { description } of cv.portfolios.portfolio) yield description ?? '';
  for (const { details } of cv.skills.skill) yield details ?? '';
  yield cv.presentation.title ?? '';
  for (const { title } of cv.experiences.experience) yield title;
}

/** Returns what the owner calls professions, languages, degrees and skills. None of it is prose. */
export function* namesOf({ cv, sections }: Content): Generator<string, void, void> {
  yield cv.title;
  for (const { language, fluency } of sections.languages) yield* [language, fluency];
  for (const { degree } of cv.educations.education) yield degree;
  for (const { position } of sections.volunteer) yield position;
  for (const { title, children } of cv.skills.skill) yield* [title, ...children.skill.map((one) => one.title)];
}
