import type { Group, GroupSection } from '../document-model.ts';
import { MIN_PERIOD_GAP_MM, MM_PER_POINT } from './measures.ts';
import { shownWidth } from './shown-width.ts';
import { isSideSection, type Template } from './template.ts';
import { templateById } from './templates.ts';

/**
 * Where the levels of groups stand: after their titles, with a dash; in brackets, without a dash, because in a side column,
 * a level can start a line; or in the column before the text, like the periods of entries, where they are read first.
 */
export type LevelPlace = 'text' | 'brackets' | 'column';

export function levelPlace({ kind, groups }: Pick<GroupSection, 'kind' | 'groups'>, template: Template): LevelPlace {
  if (isSideSection(template, kind)) return 'brackets';
  return template.entry.dates === 'start' && fitInColumn(groups, template) ? 'column' : 'text';
}

/** Returns whether every level fits on one line, at every density. */
function fitInColumn(groups: readonly Group[], { id, typefaces }: Template): boolean {
  const { grid, type } = templateById(id).measures;
  const available = (grid.dates + grid.gutter - MIN_PERIOD_GAP_MM) / (type.small * MM_PER_POINT);
  const levels = groups.flatMap(({ level }) => (level === null ? [] : [level]));
  return levels.length > 0 && levels.every((level) => shownWidth(level, typefaces.text) <= available);
}
