import type { JSX } from 'preact';
import type { DocumentModel } from '../document-model.ts';
import { Contacts, Dot, Photo, SectionBlock } from './blocks.tsx';
import { templateOf } from './template.ts';

/** The body of the printed page: one column in reading order, positioned and styled by the template. */
export function DocumentBody({ model }: { model: DocumentModel }): JSX.Element {
  const { header } = model;
  const template = templateOf(model);
  return (
    <body class={`${template.id} facts-${template.facts}`}>
      <header class="person">
        <div class="person-text">
          <h1>{header.name}</h1>
          {header.title !== null && (
            <p class="person-title">
              {template.header === 'line' && <Dot />}
              {header.title}
            </p>
          )}
          <Contacts header={header} />
        </div>
        {header.photo !== null && <Photo picture={header.photo} />}
      </header>
      <main>
        {model.sections.map((section) => (
          <SectionBlock section={section} />
        ))}
      </main>
    </body>
  );
}
