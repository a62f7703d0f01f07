import { officeFormat } from './docx.ts';
import { embedInOpenDocument } from './embed-resume.ts';
import type { Format } from './format.ts';
import { shownResumeFile } from './shown-resume.ts';

const converted = officeFormat('odt', 'application/vnd.oasis.opendocument.text');

/** OpenDocument Text, with the JSON Resume from which it can be imported. */
export const odt: Format = {
  ...converted,
  render: async (cv, ...rest) => {
    const [document, resume] = [await converted.render(cv, ...rest), shownResumeFile(cv.source)];
    return resume ? embedInOpenDocument(document, resume) : document;
  },
};
