import type { Interest, Skill } from '@vitae/proto/cv-data';
import { maxItems } from '@vitae/proto/cv-items';
import { isBlank } from '@vitae/proto/json-resume-items';
import { assign, differs } from './merge-list.ts';
import { type Field, fieldAt, readObject, readText, readTexts, reportOtherFields } from './read-value.ts';
import type { JsonObject, Report } from './report.ts';
import { levelOf, levelWord } from './skill-level.ts';

/** Reads an item of `skills`, or a string. Keywords become children, and a level without a number becomes the details. */
export function readSkill(report: Report, field: Field): Skill | undefined {
  if (typeof field.value === 'string') {
    const title = readTitle(report, field);
    return title === undefined ? undefined : { title, children: { skill: [] }, level: null, details: null };
  }
  const object = readObject(report, field);
  if (object === undefined) return undefined;
  const word = readText(report, fieldAt(field.path, object, 'level'), 255);
  const level = word === undefined ? undefined : levelOf(word);
  const skill: Skill = {
    title: readText(report, fieldAt(field.path, object, 'name'), 255) ?? '',
    children: {
      skill: keywords(report, fieldAt(field.path, object, 'keywords')).map((title) => ({
        title,
        children: { skill: [] },
        level: null,
        details: null,
      })),
    },
    level: level ?? null,
    details: level === undefined && word ? word : null,
  };
  reportOtherFields(report, field.path, object, ['name', 'level', 'keywords']);
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

/** Reads an item of `interests`, or a string. */
export function readInterest(report: Report, field: Field): Interest | undefined {
  if (typeof field.value === 'string') {
    const title = readTitle(report, field);
    return title === undefined ? undefined : { title, children: null };
  }
  const object = readObject(report, field);
  if (object === undefined) return undefined;
  const children = keywords(report, fieldAt(field.path, object, 'keywords')).map((title) => ({
    title,
    children: null,
  }));
  const interest: Interest = {
    title: readText(report, fieldAt(field.path, object, 'name'), 255) ?? '',
    children: children.length > 0 ? { interest: children } : null,
  };
  reportOtherFields(report, field.path, object, ['name', 'keywords']);
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

/** Reads an item that is only a text. */
function readTitle(report: Report, field: Field): string | undefined {
  const title = readText(report, field, 255) ?? '';
  return isBlank(title) ? undefined : title;
}

function keywords(report: Report, field: Field): string[] {
  return readTexts(report, field, maxItems, 255);
}

/** Flattens nested items, because JSON Resume has only one level of keywords. */
function titles<Item extends { title: string }>(
  items: readonly Item[],
  children: (item: Item) => readonly Item[],
): string[] {
  return items.flatMap((item) => [item.title, ...titles(children(item), children)]);
}
