import type { PreviewToolbarTexts } from './preview-toolbar.tsx';

// The texts that pages pass to the script of the editor, in their language.

/** `isConflict`: the page shows what another request stored. `title` is that of the page without a problem. `shortYear`: see `Fault`. */
export type AutosaveTexts = Record<
  | ('saving' | 'saved' | 'offline' | 'restored' | 'invalid' | 'conflict' | 'signedOut' | 'tooLarge' | 'problem')
  | ('incomplete' | 'close'),
  string
> & { isConflict: boolean; title: string; shortYear?: string };

/** “# page” and “# pages” by plural category. */
export type CountTexts = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
/** `position` contains {page} and {pages}. */
export type PageTexts = Record<'position' | 'previous' | 'next', string>;
export type PreviewTexts = PreviewToolbarTexts & {
  count: CountTexts;
  page: PageTexts;
  tooManyPages: string;
  outdated: string;
  anonymized: string;
};

/** The header of a preview that shows the stored CV instead of the submitted form, because the CV is anonymized. */
export const STORED_PREVIEW = 'Vitae-Preview-Stored';

export type OrderTexts = Record<'notMoved' | 'signedOut', string>;

export const cropActions = ['left', 'right', 'in', 'out', 'reset'] as const;
export type CropAction = (typeof cropActions)[number];
export type CropProblem = 'type' | 'notLoaded';
/** `anySize` replaces the hint that limits the size. */
export type ReduceTexts = Record<'type' | 'anySize', string>;
/** `state` contains {zoom} and {turn}. */
export type CropTexts = ReduceTexts & Record<CropAction | CropProblem | 'adjust' | 'area' | 'hint' | 'state', string>;
