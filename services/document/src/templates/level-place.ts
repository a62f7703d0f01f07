import type { Group, Section } from '../document-model.ts';
import { estimatedWidth } from './ideographic-widths.ts';
import { MIN_PERIOD_GAP_MM } from './measures.ts';
import { isSideSection, type Template } from './template.ts';
import { templateById } from './templates.ts';
import { textWidth } from './text-widths.ts';

/**
 * Where the levels of groups stand: after their titles, with a dash; in brackets, without a dash, because in a side column,
 * a level can start a line; or in the column before the text, like the periods of entries, where they are read first.
 */
export type LevelPlace = 'text' | 'brackets' | 'column';

type GroupSection = Pick<Section, 'kind'> & { groups: readonly Group[] };

export function levelPlace({ kind, groups }: GroupSection, template: Template): LevelPlace {
  if (isSideSection(template, kind)) return 'brackets';
  return template.entry.dates === 'start' && fitInColumn(groups, template) ? 'column' : 'text';
}

const MM_PER_POINT = 25.4 / 72;

/** Returns whether every level fits on one line, at every density. */
function fitInColumn(groups: readonly Group[], { id, typefaces }: Template): boolean {
  const { grid, type } = templateById(id).measures;
  const available = (grid.dates + grid.gutter - MIN_PERIOD_GAP_MM) / (type.small * MM_PER_POINT);
  const levels = groups.flatMap(({ level }) => (level === null ? [] : [level]));
  const widthOf = (text: string) => textWidth(text, typefaces.text) ?? estimatedWidth(text, typefaces.text);
  return levels.length > 0 && levels.every((level) => widthOf(level) <= available);
}
