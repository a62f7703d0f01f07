import type { Interest, Skill } from '@vitae/proto/cv-data';
import { maxItems } from '@vitae/proto/cv-items';
import { assign, differs } from './merge-list.ts';
import { at, keepOthers, type Place, readObject, readText, readTexts } from './read-value.ts';
import type { JsonObject, Report } from './report.ts';
import { levelOf, levelWord } from './skill-level.ts';

/** One item of `skills`, or a plain text in its place; keywords become children. A level that is no number is kept as details. */
export function readSkill(report: Report, place: Place): Skill | undefined {
  if (typeof place.value === 'string') {
    const title = readText(report, place, 255) ?? '';
    return { title, children: { skill: [] }, level: null, details: null };
  }
  const object = readObject(report, place);
  if (object === undefined) return undefined;
  const word = readText(report, at(place.path, object, 'level'), 255);
  const level = word === undefined ? undefined : levelOf(word);
  const skill: Skill = {
    title: readText(report, at(place.path, object, 'name'), 255) ?? '',
    children: {
      skill: keywords(report, at(place.path, object, 'keywords')).map((title) => ({
        title,
        children: { skill: [] },
        level: null,
        details: null,
      })),
    },
    level: level ?? null,
    details: level === undefined && word ? word : null,
  };
  keepOthers(report, place.path, object, ['name', 'level', 'keywords']);
  return skill;
}

export function writeSkill(current: Skill, base: Skill | undefined, original: JsonObject): JsonObject {
  const out = { ...original };
  if (differs(current.title, base?.title)) assign(out, 'name', current.title);
  if (differs([current.level, current.details], [base?.level, base?.details])) {
    assign(out, 'level', current.level === null ? (current.details ?? '') : levelWord(current.level));
  }
  if (differs(current.children, base?.children))
    assign(
      out,
      'keywords',
      titles(current.children.skill, (one) => one.children.skill),
    );
  return out;
}

/** One item of `interests`, or a plain text in its place. */
export function readInterest(report: Report, place: Place): Interest | undefined {
  if (typeof place.value === 'string') return { title: readText(report, place, 255) ?? '', children: null };
  const object = readObject(report, place);
  if (object === undefined) return undefined;
  const children = keywords(report, at(place.path, object, 'keywords')).map((title) => ({ title, children: null }));
  const interest: Interest = {
    title: readText(report, at(place.path, object, 'name'), 255) ?? '',
    children: children.length > 0 ? { interest: children } : null,
  };
  keepOthers(report, place.path, object, ['name', 'keywords']);
  return interest;
}

export function writeInterest(current: Interest, base: Interest | undefined, original: JsonObject): JsonObject {
  const out = { ...original };
  if (differs(current.title, base?.title)) assign(out, 'name', current.title);
  if (differs(current.children, base?.children)) {
    assign(
      out,
      'keywords',
      titles(current.children?.interest ?? [], (one) => one.children?.interest ?? []),
    );
  }
  return out;
}

function keywords(report: Report, place: Place): string[] {
  return readTexts(report, place, maxItems, 255);
}

/** JSON Resume has one level of keywords: deeper ones follow their parent. */
function titles<Item extends { title: string }>(
  items: readonly Item[],
  children: (item: Item) => readonly Item[],
): string[] {
  return items.flatMap((item) => [item.title, ...titles(children(item), children)]);
}
