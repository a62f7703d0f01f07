import { chooseLayoutSource } from './choose-layout.ts';
import { measurePages } from './measure-pages.ts';

/**
 * The functions with which the worker chooses the layout of a PDF, as a script of the page with the preview: it declares
 * `fitting`.
 */
export const fittingScript = `const fitting = {
chooseLayout: ${chooseLayoutSource},
measurePages: ${measurePages},
};
`;
