import type { JSX } from 'preact';
import type { DocumentModel } from '../document-model.ts';
import { Contacts, Photo, SectionBlock } from './blocks.tsx';
import { cssString, fontStack, printRules } from './style-sheet.ts';
import type { Template } from './template.ts';

/** One column, a hairline under each heading. */
export const classic: Template = { id: 'classic', styles, Body };

function Body({ model }: { model: DocumentModel }): JSX.Element {
  const { header } = model;
  return (
    <>
      <header class="person">
        <div class="person-text">
          <h1>{header.name}</h1>
          {header.title !== null && <p class="person-title">{header.title}</p>}
          <Contacts header={header} />
        </div>
        {header.photo !== null && <Photo picture={header.photo} />}
      </header>
      <main>
        {model.sections.map((section) => (
          <SectionBlock section={section} />
        ))}
      </main>
    </>
  );
}

function styles(model: DocumentModel): string {
  const numbers = `counter(page) " / " counter(pages)`;
  const footer = `font: 8pt ${fontStack(model)}; color: #5b6168; vertical-align: top; padding-top: 4mm;`;
  return `${printRules(model)}
@page {
  margin: 15mm 18mm 16mm;
  @bottom-left { content: ${cssString(model.header.name)}; ${footer} }
  @bottom-right { content: ${numbers}; ${footer} }
}
body { font: 9.6pt/1.38 ${fontStack(model)}; color: #1d2125; }

.person { display: flex; gap: 8mm; align-items: flex-start; border-bottom: 1.5pt solid ${model.accent}; padding-bottom: 4mm; }
.person-text { flex: 1; min-width: 0; }
h1 { font-size: 25pt; line-height: 1.12; font-weight: 700; letter-spacing: -0.01em; color: ${model.accent}; }
.person-title { font-size: 12.5pt; line-height: 1.3; color: #3c4248; margin-top: 1.2mm; }
.contacts { margin-top: 3mm; font-size: 9pt; line-height: 1.5; color: #3c4248; }
.photo { width: 29mm; height: 36mm; border-radius: 1.2mm; flex: none; }

.section { margin-top: 4.8mm; }
h2 { font-size: 12pt; line-height: 1.25; font-weight: 700; color: ${model.accent}; padding-bottom: 0.7mm; margin-bottom: 1.8mm; border-bottom: 0.5pt solid #c4c9ce; }
.section > p + p, .prose + .prose { margin-top: 1.2mm; }

.entry + .entry, .quote + .quote { margin-top: 3mm; }
.entry.bare + .entry.bare { margin-top: 1.6mm; }
h3 { display: inline; font-size: 10.25pt; line-height: 1.35; font-weight: 700; }
.organisation { display: inline; }
.organisation::before { content: " · "; color: #767c83; }
.entry-facts { font-size: 9pt; color: #4f565d; }
.prose { margin-top: 0.6mm; }
.points { margin-top: 0.7mm; padding-inline-start: 4.2mm; list-style: disc outside; }
.points li { padding-inline-start: 0.6mm; margin-top: 0.35mm; }
.points li::marker { color: ${model.accent}; }
.keywords { margin-top: 0.8mm; font-size: 9pt; color: #4f565d; }

.groups:not(.inline) li + li { margin-top: 0.8mm; }
.group-title { font-weight: 700; }
.level { color: #4f565d; }
.quote h3 { display: block; font-size: 9.75pt; }
.quote .prose { color: #30363c; padding-inline-start: 3.4mm; border-inline-start: 1.5pt solid #d5d9dd; }
`;
}
