import { chooseLayout } from '@vitae/document/fitting/choose-layout';
import { measurePages, replaceStyles } from '@vitae/document/fitting/measure-pages';
import type { PageLayout } from '@vitae/proto/export-job';
import type { PreparePage } from './printable-page.ts';

export type Fitting = {
  /** Returns the style sheet of a density step, with the styles for measuring. */
  stylesOf: (step: number) => string;
  maxPages: number | undefined;
  onFitted: (layout: PageLayout) => void;
};

/**
 * Chooses the layout of a loaded document, which has the style sheet of step 0, and leaves the page with the style sheet of
 * its density step.
 */
export function fitPage({ stylesOf, maxPages, onFitted }: Fitting): PreparePage {
  return async (page) => {
    let shown = 0;
    const measure = (step: number) => {
      const styles = step === shown ? null : stylesOf(step);
      shown = step;
      return page.evaluate(measurePages, styles);
    };
    const layout = await chooseLayout(measure, maxPages);
    if (shown !== layout.densityStep) await page.evaluate(replaceStyles, stylesOf(layout.densityStep));
    onFitted(layout);
  };
}
