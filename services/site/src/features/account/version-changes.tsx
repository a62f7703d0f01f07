import { isolateText } from '@vitae/kit/isolate-text';
import type { SlicedWork } from '@vitae/kit/slices';
import type { Culture } from '@vitae/proto/cv-fields';
import type { VNode } from 'preact';
import { renderEach } from '../../layout/render.ts';
import { messagesFor } from '../../locales/messages.ts';
import type { AccountView } from './account-view.ts';
import { type Change, type ChangedEntry, changesBetween, type FieldChange, type SectionChanges } from './cv-changes.ts';
import type { VersionComparison } from './cv-history.ts';
import { labelOf, optionOf } from './editor/part-form.tsx';
import { nameOf, type SectionName } from './editor/sections.ts';
import { Pieces } from './editor/stored-text.tsx';
import { type TextPiece, textDifference } from './editor/text-difference.ts';
import { listedNames } from './listed-names.ts';

/** Further entries are only named. */
const MAX_ENTRIES = 50;
/** The texts of the page that are compared word by word. Others are shown one after the other. */
const MAX_COMPARED = 200_000;
const MAX_SHOWN = 3_000;
/** Characters that are shown around a difference. */
const CONTEXT = 100;
const MAX_NAMES = 10;
const MAX_NAME = 80;

type Part = { section: SectionName } & (
  | { change: Exclude<Change, { kind: 'changed' }> }
  | { entry: ChangedEntry }
  | { others: ChangedEntry[] }
);
/** A part of a section. The first has the heading. */
type Block = Part & { heading: boolean };
/** Returns the differences between two texts, undefined if they are not compared. */
type Compare = (before: string, after: string) => TextPiece[] | undefined;

/** Renders what restoring a version changes, "" if nothing does. There may be hundreds of changes. */
export function renderChanges(view: AccountView, { cv, version }: VersionComparison): SlicedWork<string> {
  let remaining = MAX_COMPARED;
  const compare: Compare = (before, after) => {
    const length = before.length + after.length;
    if (length > remaining) return undefined;
    remaining -= length;
    return textDifference(before, after)?.map(shortenPiece);
  };
  return renderEach(blocksOf(changesBetween(cv, version)), (block) => (
    <ChangeBlock view={view} block={block} culture={version.culture} compare={compare} />
  ));
}

function blocksOf(sections: readonly SectionChanges[]): Block[] {
  let remaining = MAX_ENTRIES;
  return sections.flatMap(({ section, changes }) => {
    const blocks = changes.flatMap((change): Part[] => {
      if (change.kind !== 'changed') return [{ section, change }];
      const shown = change.entries.slice(0, remaining);
      remaining -= shown.length;
      const others = change.entries.slice(shown.length);
      return [...shown.map((entry) => ({ section, entry })), ...(others.length > 0 ? [{ section, others }] : [])];
    });
    return blocks.map((block, index): Block => ({ ...block, heading: index === 0 }));
  });
}

type BlockProps = { view: AccountView; block: Block; culture: Culture; compare: Compare };

function ChangeBlock({ view, block, culture, compare }: BlockProps): VNode {
  const {
    editor,
    versions: { changes: messages },
    text,
  } = messagesFor(view.locale);
  const { section } = block;
  return (
    <>
      {block.heading && <h2>{editor.sections[section]}</h2>}
      {'change' in block && <p>{describeChange(view, block.change)}</p>}
      {'others' in block && <p>{text(messages.changed, { names: listed(view, block.others.map(nameOfEntry)) })}</p>}
      {'entry' in block && (
        <Entry view={view} section={section} entry={block.entry} culture={culture} compare={compare} />
      )}
    </>
  );
}

const nameOfEntry = ({ name }: ChangedEntry) => name ?? '';

function describeChange(view: AccountView, { kind, names }: Exclude<Change, { kind: 'changed' }>): string {
  const { versions, text } = messagesFor(view.locale);
  return kind === 'reordered'
    ? versions.changes.reordered
    : text(versions.changes[kind], { names: listed(view, names) });
}

/** Lists the names of entries. */
function listed(view: AccountView, names: readonly string[]): string {
  return listedNames(
    view,
    names.map((name) => entryName(view, name)),
    MAX_NAMES,
  );
}

function entryName(view: AccountView, name: string): string {
  const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME).toWellFormed()}…` : name;
  return short || messagesFor(view.locale).versions.changes.unnamed;
}

type EntryProps = Omit<BlockProps, 'block'> & { section: SectionName; entry: ChangedEntry };

function Entry({ view, section, entry, ...shown }: EntryProps): VNode {
  const { versions, text } = messagesFor(view.locale);
  return (
    <div class="stack-tight">
      {entry.name !== undefined && (
        <h3>{text(versions.changes.changed, { names: isolateText(entryName(view, entry.name)) })}</h3>
      )}
      {entry.fields.map((change) => (
        <ChangedField
          key={typeof change.field === 'string' ? change.field : nameOf(change.field)}
          {...{ view, section, change }}
          {...shown}
        />
      ))}
    </div>
  );
}

type ChangedFieldProps = Omit<EntryProps, 'entry'> & { change: FieldChange };

/** The text of a field now and in the version. In longer texts, the words that differ are marked. */
function ChangedField({ view, section, change, culture, compare }: ChangedFieldProps): VNode {
  const {
    editor,
    versions: { changes: messages },
  } = messagesFor(view.locale);
  const { field, before, after } = change;
  const isRows = typeof field === 'string';
  const label = isRows ? editor.rows[field].title : labelOf(section, nameOf(field), editor.labels);
  if (before === undefined || after === undefined) return <p>{label}</p>;
  const isLong = isRows || field.kind === 'text' || field.kind === 'texts';
  const pieces = isLong ? compare(before, after) : undefined;
  const shown = (value: string) => (isRows ? value : valueText(view, change, culture, value));
  return (
    <div class="stored-text stack-tight">
      <p>
        <strong>{label}</strong>
      </p>
      {pieces ? (
        <p class="stored-lines" dir="auto">
          <Pieces pieces={pieces} onlyOwn={messages.onlyNow} onlyStored={messages.onlyThen} />
        </p>
      ) : (
        <dl class="facts">
          <TextOf view={view} name={messages.now} value={shown(before)} />
          <TextOf view={view} name={messages.then} value={shown(after)} />
        </dl>
      )}
    </div>
  );
}

function TextOf({ view, name, value }: { view: AccountView; name: string; value: string }): VNode {
  const { editor, versions, text } = messagesFor(view.locale);
  const hidden = value.length - MAX_SHOWN;
  return (
    <div>
      <dt>{name}</dt>
      <dd class="stored-lines" dir="auto">
        {hidden > 0 ? `${value.slice(0, MAX_SHOWN).toWellFormed()}…` : value.trim() ? value : editor.conflict.empty}
      </dd>
      {hidden > 0 && <dd class="field-hint">{text(versions.changes.hidden, { count: hidden })}</dd>}
    </div>
  );
}

/** The value of a field as the editor shows it. */
function valueText(view: AccountView, { field }: FieldChange, culture: Culture, value: string): string {
  const { yes, no } = messagesFor(view.locale).preferences;
  if (typeof field === 'string') return value;
  if (field.kind === 'licence') return value === '1' ? yes : no;
  return optionOf(field, view, culture, value)?.text ?? value;
}

/** Omits what is far from the differences. */
function shortenPiece(piece: TextPiece, index: number, { length }: readonly TextPiece[]): TextPiece {
  const { text, only } = piece;
  if (only !== undefined || text.length <= 3 * CONTEXT) return piece;
  const start = index === 0 ? '' : text.slice(0, CONTEXT).toWellFormed();
  const end = index === length - 1 ? '' : text.slice(-CONTEXT).toWellFormed();
  return { text: `${start} … ${end}` };
}
