import type { VNode } from 'preact';
import type { SelectOption } from '../../../components/select.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import type { AccountView } from '../account-view.ts';
import { StoredValue } from '../stored-value.tsx';
import { asSubmitted } from './field-text.ts';
import type { EditorField } from './sections.ts';
import { type TextPiece, textDifference } from './text-difference.ts';

type StoredTextProps = {
  view: AccountView;
  field: EditorField;
  /** The name of the field in the form. */
  name: string;
  label: string;
  /** The text in the form. */
  own: string;
  /** What another request stored, undefined if it removed the row. */
  text: string | undefined;
  /** The choice that the stored value stands for. */
  choice: SelectOption | undefined;
};

/** What another request stored in a field, with a button that copies it into the field. */
export function StoredText({ view, field, name, label, own, text, choice }: StoredTextProps): VNode {
  const { conflict } = messagesFor(view.locale).editor;
  const pieces = piecesOf(field, own, text ?? '');
  return (
    <StoredValue view={view} name={name} label={label} value={text} isRemoved={text === undefined}>
      <p class="stored-lines" dir="auto" lang={choice?.lang}>
        {pieces ? <Pieces {...conflict} pieces={pieces} /> : choice?.text || text || conflict.empty}
      </p>
      {pieces && <p class="field-hint">{conflict.marks}</p>}
    </StoredValue>
  );
}

/** The differences between two texts of several lines. */
function piecesOf(field: EditorField, own: string, stored: string): TextPiece[] | undefined {
  if (field.kind !== 'text' && field.kind !== 'texts') return undefined;
  return textDifference(asSubmitted(field, own), asSubmitted(field, stored));
}

export type PiecesProps = { pieces: readonly TextPiece[]; onlyOwn: string; onlyStored: string };

/** A stored text with the words that only one of the texts has. */
export function Pieces({ pieces, onlyOwn, onlyStored }: PiecesProps): VNode {
  return (
    <>
      {pieces.map(({ text, only }) => {
        if (only === undefined) return text;
        const Mark = only === 'own' ? 'del' : 'ins';
        return (
          <Mark>
            <span class="visually-hidden">{only === 'own' ? onlyOwn : onlyStored} </span>
            {text}
          </Mark>
        );
      })}
    </>
  );
}
