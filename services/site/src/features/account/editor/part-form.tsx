import type { SlicedWork } from '@vitae/kit/slices';
import { type Culture, cultures } from '@vitae/proto/cv-fields';
import { type Locale, parseLocale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { Button } from '../../../components/form.tsx';
import { LabelledControl } from '../../../components/labelled-control.tsx';
import { Select, type SelectOption } from '../../../components/select.tsx';
import { renderEach } from '../../../layout/render.ts';
import { type CodeChoice, codeChoices, selectableCodes } from '../../../locales/code-names.ts';
import { countryNames } from '../../../locales/country-names.ts';
import { messagesFor } from '../../../locales/messages.ts';
import type { AccountView } from '../account-view.ts';
import { StoredValue } from '../stored-value.tsx';
import { type PartTexts, rowsInOrder, rowsShown, storedOrder } from './cv-part.ts';
import type { Fault, Faults } from './fault.ts';
import { isSameText } from './field-text.ts';
import { maxDepth } from './outline.ts';
import { type Direction, directions, type OrderedRow, possibleMoves, ROW_NUMBER } from './row-order.ts';
import { type EditorField, nameOf, type RowKind, rowFields, type SectionName, sectionOf } from './sections.ts';
import { StoredText } from './stored-text.tsx';

export type PartFieldsProps = {
  view: AccountView;
  section: SectionName;
  texts: PartTexts;
  /** What another request stored, shown where it differs. */
  stored?: PartTexts | undefined;
  faults: Faults;
  culture: Culture;
};

/** The fields of a part of a CV. */
export function PartFields({ renderedRows, ...props }: PartFieldsProps & { renderedRows: string }): VNode {
  const { editor } = messagesFor(props.view.locale);
  const { texts } = props;
  const { fields, rows } = sectionOf(props.section);
  return (
    <>
      {/* The first button of a form, which the Enter key presses, neither moves a row nor replaces a text. */}
      <button type="submit" hidden />
      {fields.map((field) => (
        <PartField key={nameOf(field)} {...props} field={field} />
      ))}
      {rows && (
        <fieldset class="plain-fieldset stack" id="field-order">
          <legend>{editor.rows[rows].title}</legend>
          <p class="field-hint">{editor.rows[rows].hint}</p>
          <StoredOrder {...props} rows={rows} />
          <div>
            <div class="stack" data-rows={editor.order.moved} dangerouslySetInnerHTML={{ __html: renderedRows }} />
            <p class="visually-hidden" role="status" />
          </div>
          <p>
            <Button kind="secondary" name="add" value="1">
              {editor.rows[rows].add}
            </Button>
          </p>
          <input type="hidden" name="order" value={texts.order ?? ''} />
          <input type="hidden" name="rows" value={texts.rows ?? '0'} />
        </fieldset>
      )}
    </>
  );
}

/** The order in which another request stored the rows, if it differs. */
function StoredOrder({ view, rows, texts, stored }: PartFieldsProps & { rows: RowKind }): VNode | null {
  const order = stored && storedOrder(rows, texts, stored);
  if (!order) return null;
  const { conflict } = messagesFor(view.locale).editor;
  const textOf = (number: number) =>
    rowFields[rows].map((field) => stored[`${nameOf(field)}.${number}`] ?? '').find((text) => text.trim() !== '');
  return (
    <StoredValue view={view} name="order" label={conflict.order}>
      <p>{conflict.order}</p>
      <ol class="stored-order">
        {order.map((number) => (
          <li key={number} dir="auto">
            {textOf(number) ?? conflict.empty}
          </li>
        ))}
      </ol>
    </StoredValue>
  );
}

type Differing = { name: string; label: string };

/** Where the form shows what another request stored: the names of the fields in their order, with labels. */
export function differingFields({ view, section, texts, stored }: PartFieldsProps): Differing[] {
  if (!stored) return [];
  const { editor, number: numberText } = messagesFor(view.locale);
  const { fields, rows } = sectionOf(section);
  const within = (place: SectionName | RowKind, listed: readonly EditorField[], suffix = '', position = '') =>
    listed.flatMap((field): Differing[] => {
      const name = nameOf(field) + suffix;
      const isSame = isSameText(field, stored[name] ?? '', texts[name] ?? '');
      if (isSame || isLeftOut(field, texts[name], suffix)) return [];
      return [{ name, label: labelOf(place, nameOf(field), editor.labels) + position }];
    });
  if (!rows) return within(section, fields);
  const inRows = allRows(rows, texts, stored).flatMap((row, index) => {
    const position = numberText(index + 1);
    const name = `depth.${row.number}`;
    const level = levelOf(row, texts, stored);
    const hasLevel = rows !== 'missions' && (stored[name] ?? level) !== level;
    return [
      // “Indent level 3” would name a level.
      ...(hasLevel ? [{ name, label: `${editor.rows.depth} (${position})` }] : []),
      ...within(rows, rowFields[rows], `.${row.number}`, ` ${position}`),
    ];
  });
  const order = storedOrder(rows, texts, stored) ? [{ name: 'order', label: editor.conflict.order }] : [];
  return [...within(section, fields), ...order, ...inRows];
}

/** The rows of the form, and those that only another request stored. */
const allRows = (rows: RowKind, texts: PartTexts, stored: PartTexts | undefined) =>
  rowsInOrder(rows, texts, Math.max(rowsShown(texts), Number(stored?.rows ?? 0)));

function levelOf({ number, isBlank }: OrderedRow, texts: PartTexts, stored: PartTexts | undefined): string {
  const depth = `depth.${number}`;
  return (isBlank ? stored?.[depth] : undefined) ?? texts[depth] ?? '1';
}

/** A part that cannot be shown as text, for example a tree or the path of a picture, keeps its value. */
const isLeftOut = ({ kind }: EditorField, text: string | undefined, suffix: string) =>
  text === undefined && (kind === 'text' || kind === 'line') && suffix === '';

/** The level at which another request stored a row, if it differs. */
function StoredDepth({ view, name, own, stored }: { view: AccountView; name: string; own: string; stored: string }) {
  const { editor } = messagesFor(view.locale);
  if (stored === own) return null;
  return (
    <StoredValue view={view} name={name} label={editor.rows.depth} value={stored}>
      <p>{stored}</p>
    </StoredValue>
  );
}

type PartFieldProps = PartFieldsProps & { field: EditorField; suffix?: string; hideLabel?: boolean };

function PartField({ field, suffix = '', hideLabel = false, ...props }: PartFieldProps): VNode | null {
  const { view, section, texts, faults } = props;
  const name = nameOf(field);
  const text = texts[name + suffix];
  if (isLeftOut(field, text, suffix)) return null;
  const { labels, hints } = messagesFor(view.locale).editor;
  const place = (suffix && sectionOf(section).rows) || section;
  const label = labelOf(place, name, labels);
  // The level of the entry above has the same hint.
  const hint = suffix !== '' && field.kind === 'level' ? undefined : hintOf(place, name, hints);
  const fault = faults[name + suffix];
  const labelled = {
    name: name + suffix,
    label,
    hideLabel,
    error: fault && faultMessage(view, fault),
    ...(hint && { hint }),
  };
  return (
    <>
      <Control {...props} field={field} labelled={labelled} text={text ?? ''} />
      <StoredField {...props} field={field} name={name + suffix} label={label} />
    </>
  );
}

/** A field that is folded while it is empty, because forms with many rows are long on phones. */
function FoldedField(props: PartFieldProps & { rows: RowKind }): VNode {
  const { view, rows, field, suffix = '', texts, stored, faults } = props;
  const name = nameOf(field) + suffix;
  const isEmpty = [texts[name], stored?.[name]].every((text = '') => text.trim() === '');
  if (!isEmpty || faults[name]) return <PartField {...props} />;
  return (
    <details>
      <summary>{labelOf(rows, nameOf(field), messagesFor(view.locale).editor.labels)}</summary>
      <PartField {...props} hideLabel />
    </details>
  );
}

/** Shows what another request stored in a field, if it differs. */
function StoredField({ name, label, ...props }: PartFieldProps & { name: string; label: string }): VNode | null {
  const { view, stored, texts, field, culture } = props;
  const own = texts[name] ?? '';
  const text = stored?.[name];
  if (stored === undefined || isSameText(field, text ?? '', own)) return null;
  const { yes, no } = messagesFor(view.locale).preferences;
  const choice =
    field.kind === 'licence' ? { value: '', text: text === '1' ? yes : no } : optionOf(field, view, culture, text);
  return <StoredText {...{ view, field, name, label, own, text, choice }} />;
}

/** The purposes of the owner's personal data, so that browsers can fill them in (WCAG 1.3.5). */
const PURPOSES: Record<string, string> = {
  birthdate: 'bday',
  zipcode: 'postal-code',
  city: 'address-level2',
  country: 'country-name',
  state: 'address-level1',
};

type ControlProps = PartFieldsProps & {
  field: EditorField;
  labelled: { name: string; label: string; hideLabel: boolean; hint?: string; error: string | undefined };
  text: string;
};

function Control({ field, labelled, text, view, section, culture }: ControlProps): VNode {
  const { kind } = field;
  const purpose = section === 'personal' ? PURPOSES[labelled.name] : undefined;
  const autocomplete = purpose ?? 'off';
  if (kind === 'licence') return <CheckBox {...labelled} checked={text === '1'} />;
  const options = optionsOf(field, view, culture, text);
  if (options) return <Select {...labelled} value={text} options={options} autocomplete={purpose} />;
  if (kind === 'text' || kind === 'texts')
    return (
      <LabelledControl {...labelled} wide>
        {({ own, said }) => (
          <textarea {...own} {...said} class="prose-area" dir="auto" autocomplete="off" value={inTextArea(text)} />
        )}
      </LabelledControl>
    );
  // Date pickers reject the year 0000.
  const isDate = kind === 'day' && /^(?!0000)(\d{4}-\d\d-\d\d)?$/.test(text);
  const keyboards = { address: 'url', level: 'numeric' } as const;
  const inputMode = kind === 'address' || kind === 'level' ? keyboards[kind] : undefined;
  return (
    <LabelledControl {...labelled}>
      {({ own, said }) =>
        isDate ? (
          // Two digits of a year are not complete.
          <input
            type="date"
            min={text !== '' && text < MIN_DATE ? undefined : MIN_DATE}
            autocomplete={autocomplete}
            {...own}
            {...said}
            value={text}
          />
        ) : (
          <input
            type="text"
            inputMode={inputMode}
            dir="auto"
            autocomplete={autocomplete}
            {...own}
            {...said}
            value={text}
          />
        )
      }
    </LabelledControl>
  );
}

const MIN_DATE = '1000-01-01';

/** Parsers ignore a line break at the start of a text area. */
const inTextArea = (text: string) => (/^[\r\n]/.test(text) ? `\n${text}` : text);

function CheckBox({ name, label, checked }: { name: string; label: string; checked: boolean }): VNode {
  return (
    <p class="choices">
      <label>
        <input type="checkbox" name={name} value="1" checked={checked} /> {label}
      </label>
    </p>
  );
}

/** Renders the rows of a part: there may be hundreds. */
export function* renderRows(props: PartFieldsProps): SlicedWork<string> {
  const { rows } = sectionOf(props.section);
  if (!rows) return '';
  const { texts, stored } = props;
  const all = allRows(rows, texts, stored);
  const moves = possibleMoves(all);
  return yield* renderEach(all, (row, index) => (
    <RowFields {...props} {...{ rows, row, index, moves: moves.get(row.number) }} />
  ));
}

/** A blank row for the script of the editor, which replaces the number. It is outside the form, which would submit it. */
export function RowTemplate({ view, section, culture }: Pick<PartFieldsProps, 'view' | 'section' | 'culture'>) {
  const { rows } = sectionOf(section);
  if (!rows) return null;
  const row = { number: ROW_NUMBER, depth: 1, isBlank: true };
  return (
    <template id="row-template">
      <RowFields {...{ view, section, culture, rows, row }} index={0} texts={{}} faults={{}} moves={undefined} />
    </template>
  );
}

type RowFieldsProps = PartFieldsProps & {
  rows: RowKind;
  row: OrderedRow;
  index: number;
  moves: ReadonlySet<Direction> | undefined;
};

function RowFields({ rows, row, index, moves, ...props }: RowFieldsProps): VNode {
  const { view, texts, stored } = props;
  const { number } = row;
  const depth = `depth.${number}`;
  const level = levelOf(row, texts, stored);
  const { editor, number: numberText } = messagesFor(view.locale);
  const [first, ...others] = rowFields[rows];
  const fieldProps = { ...props, suffix: `.${number}` };
  return (
    <fieldset class="row-fields stack-tight" id={`row-${number}`} data-row={number}>
      <legend>{numberText(index + 1)}</legend>
      <button type="button" class="drag-handle" hidden aria-label={editor.order.drag}>
        <span aria-hidden="true">⠿</span>
      </button>
      {first && <PartField {...fieldProps} field={first} />}
      {rows !== 'missions' && (
        <div class="row-pair">
          <div class="stack-tight">
            <Select
              name={depth}
              label={editor.rows.depth}
              value={level}
              options={depths.map((value) => ({ value, text: value }))}
            />
            <StoredDepth view={view} name={depth} own={level} stored={stored?.[depth] ?? level} />
          </div>
          {others
            .filter(({ kind }) => kind === 'level')
            .map((field) => (
              <div key={nameOf(field)} class="stack-tight">
                <PartField {...fieldProps} field={field} />
              </div>
            ))}
        </div>
      )}
      {others
        .filter(({ kind }) => kind !== 'level')
        .map((field) => (
          <FoldedField key={nameOf(field)} {...fieldProps} rows={rows} field={field} />
        ))}
      <div class="pieces row-actions">
        {number < Number(texts.rows ?? 0) && (
          <CheckBox name={`remove.${number}`} label={editor.rows.remove} checked={texts[`remove.${number}`] === '1'} />
        )}
        {directions.map((direction) => (
          <Button
            key={direction}
            kind="quiet"
            name="move"
            value={`${direction}.${number}`}
            hidden={!moves?.has(direction)}
          >
            {editor[direction]}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

const depths = Array.from({ length: maxDepth }, (_, index) => String(index + 1));

/** The choice with this value; undefined if the field has no choices, or not this one. */
export function optionOf(
  field: EditorField,
  view: AccountView,
  culture: Culture,
  chosen: string | undefined,
): SelectOption | undefined {
  return optionsOf(field, view, culture, chosen)?.find(({ value }) => value === chosen);
}

/** The choices of a field, in the language of the CV. */
function optionsOf(field: EditorField, view: AccountView, culture: Culture, chosen = ''): SelectOption[] | undefined {
  const { editor } = messagesFor(view.locale);
  const none = { value: '', text: editor.unspecified };
  const locale = parseLocale(culture.slice(0, 2)) ?? view.locale;
  const named = (choices: readonly CodeChoice[]) =>
    choices.map(({ lang, ...choice }) => ({ ...choice, lang: languageIfOther(lang, view) }));
  if (field.kind === 'culture') return cultures.map((one) => ({ value: one, text: editor.cultures[one] }));
  if (field.kind === 'country') return [none, ...named(countryNames(locale).map((one) => ({ ...one, lang: locale })))];
  if (field.kind === 'state') return [none, ...named(codeChoices(locale, 'state'))];
  if (field.kind !== 'code') return undefined;
  return [{ ...none, value: '0' }, ...named(selectableCodes(locale, field.table, chosen))];
}

const languageIfOther = (language: Locale, view: AccountView) => (language === view.locale ? undefined : language);

export function faultMessage(view: AccountView, { reason, max = 0 }: Fault): string {
  const { editor, text } = messagesFor(view.locale);
  return text(editor.faults[reason], { max });
}

type Texts = Record<string, string>;

/** Returns a function for the label of a form field, with the position of its row. */
export function fieldLabels(view: AccountView, section: SectionName, texts: PartTexts): (name: string) => string {
  const { editor, number } = messagesFor(view.locale);
  const { rows } = sectionOf(section);
  let positions: Map<number, number> | undefined;
  return (name) => {
    const [field = '', row] = name.split('.');
    if (row === undefined || !rows) return labelOf(section, field, editor.labels);
    positions ??= new Map(rowsInOrder(rows, texts).map((one, index) => [one.number, index + 1]));
    return `${labelOf(rows, field, editor.labels)} ${number(positions.get(Number(row)) ?? 0)}`;
  };
}

/** A field with the same name may have its own label in a section or its rows. */
export function labelOf(place: SectionName | RowKind, name: string, labels: Texts): string {
  return labels[`${place}.${name}`] ?? labels[name] ?? name;
}

function hintOf(place: SectionName | RowKind, name: string, hints: Texts): string | undefined {
  return hints[`${place}.${name}`] ?? hints[name];
}
