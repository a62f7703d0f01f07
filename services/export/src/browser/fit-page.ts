import { chooseLayout } from '@vitae/document/fitting/choose-layout';
import type { PageLayout } from '@vitae/proto/export-job';
import { measurePages } from './measure-pages.ts';
import type { PreparePage } from './printable-page.ts';

export type Fitting = {
  /** Returns the style sheet of a density step, with the styles for measuring. */
  stylesOf: (step: number) => string;
  maxPages: number | undefined;
  onFitted: (layout: PageLayout) => void;
};

/** Chooses the layout of a loaded document, and leaves the page with the style sheet of its density step. */
export function fitPage({ stylesOf, maxPages, onFitted }: Fitting): PreparePage {
  return async (page) => {
    const measure = (step: number) => page.evaluate(measurePages, stylesOf(step));
    let shown: number | undefined;
    const layout = await chooseLayout((step) => {
      shown = step;
      return measure(step);
    }, maxPages);
    if (shown !== layout.densityStep) await measure(layout.densityStep);
    onFitted(layout);
  };
}
