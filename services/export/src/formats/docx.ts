import { wordDocument } from '../word/word-document.ts';
import type { Format } from './format.ts';

/** Word (Office Open XML). */
export const docx: Format = {
  id: 'docx',
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  extension: 'docx',
  render: ({ model }) => wordDocument(model),
};
