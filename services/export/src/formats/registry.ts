import type { JobFormat } from '@vitae/proto/export-job';
import { doc } from './doc.ts';
import { docx } from './docx.ts';
import type { Format } from './format.ts';
import { json } from './json.ts';
import { odt } from './odt.ts';
import { pdf } from './pdf.ts';
import { preview } from './preview.ts';
import { txt } from './txt.ts';

const formats = new Map<JobFormat, Format>(
  [pdf, odt, doc, docx, txt, json, preview].map((format) => [format.id, format]),
);

export function formatOf(id: JobFormat): Format | undefined {
  return formats.get(id);
}
