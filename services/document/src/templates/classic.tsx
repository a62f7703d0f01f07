import type { JSX } from 'preact';
import type { DocumentModel } from '../document-model.ts';
import { Contacts, Photo, SectionBlock } from './blocks.tsx';
import type { Measures } from './measures.ts';
import { cssString, fontStack, printRules } from './style-sheet.ts';
import type { Template } from './template.ts';

const measures: Measures = {
  margins: { top: 15, side: 18, bottom: 16 },
  type: { body: 9.5, leading: 1.37, name: 25, title: 12.5, section: 12, entry: 10.5, small: 9, footer: 8 },
  photo: { width: 29, height: 36 },
  gaps: {
    section: 4.8,
    heading: 1.8,
    entry: 3,
    bare: 1.6,
    prose: 0.6,
    paragraph: 1.2,
    points: 0.7,
    point: 0.35,
    keywords: 0.8,
    group: 0.8,
  },
  indent: 4.8,
};

/** One column, a hairline under each heading. */
export const classic: Template = { id: 'classic', measures, styles, Body };

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
  const { type, margins, photo, gaps, indent } = measures;
  const footer = `font: ${type.footer}pt ${fontStack(model)}; color: #5b6168; vertical-align: top; padding-top: 4mm;`;
  return `${printRules(model)}
@page {
  margin: ${margins.top}mm ${margins.side}mm ${margins.bottom}mm;
  @bottom-left { content: ${cssString(model.header.name)}; ${footer} }
  @bottom-right { content: counter(page) " / " counter(pages); ${footer} }
}
body { font: ${type.body}pt/${type.leading} ${fontStack(model)}; color: #1d2125; }

.person { display: flex; gap: 8mm; align-items: flex-start; border-bottom: 1.5pt solid ${model.accent}; padding-bottom: 4mm; }
.person-text { flex: 1; min-width: 0; }
h1 { font-size: ${type.name}pt; line-height: 1.12; font-weight: 700; letter-spacing: -0.01em; color: ${model.accent}; }
.person-title { font-size: ${type.title}pt; line-height: 1.3; color: #3c4248; margin-top: 1.2mm; }
.contacts { margin-top: 3mm; font-size: ${type.small}pt; line-height: 1.5; color: #3c4248; }
.photo { width: ${photo.width}mm; height: ${photo.height}mm; border-radius: 1.2mm; flex: none; }

.section { margin-top: ${gaps.section}mm; }
h2 { font-size: ${type.section}pt; line-height: 1.25; font-weight: 700; color: ${model.accent}; padding-bottom: 0.7mm; margin-bottom: ${gaps.heading}mm; border-bottom: 0.5pt solid #c4c9ce; }
.section > p + p, .prose + .prose { margin-top: ${gaps.paragraph}mm; }

.entry + .entry, .quote + .quote { margin-top: ${gaps.entry}mm; }
.entry.bare + .entry.bare { margin-top: ${gaps.bare}mm; }
h3 { display: inline; font-size: ${type.entry}pt; line-height: 1.35; font-weight: 700; }
.organisation { display: inline; }
.organisation::before { content: " · "; color: #767c83; }
.entry-facts { font-size: ${type.small}pt; color: #4f565d; }
.prose { margin-top: ${gaps.prose}mm; }
.points { margin-top: ${gaps.points}mm; padding-inline-start: ${indent}mm; list-style: disc outside; }
.points li { margin-top: ${gaps.point}mm; }
.points li::marker { color: ${model.accent}; }
.keywords { margin-top: ${gaps.keywords}mm; font-size: ${type.small}pt; color: #4f565d; }

.groups:not(.inline) li + li { margin-top: ${gaps.group}mm; }
.group-title { font-weight: 700; }
.level { color: #4f565d; }
.quote h3 { display: block; font-size: ${type.body}pt; }
.quote .prose { color: #30363c; padding-inline-start: 3.4mm; border-inline-start: 1.5pt solid #d5d9dd; }
`;
}
