import type { DocumentModel, Section } from '../document-model.ts';

export type PageMetadata = { canonical: string | null; preview: string | null; updatedAt: string };

/**
 * Returns the CV as a schema.org ProfilePage in JSON-LD. It contains only data that the page shows, without email
 * addresses and telephone numbers, which would attract spam.
 */
export function structuredData(model: DocumentModel, { canonical, preview, updatedAt }: PageMetadata): string {
  const { header, sections, author } = model;
  const page = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    inLanguage: model.language,
    dateModified: updatedAt,
    ...optional('url', canonical),
    ...optional('primaryImageOfPage', preview),
    mainEntity: {
      '@type': 'Person',
      ...optional('name', author),
      ...optional('jobTitle', author === null ? header.name : header.title),
      ...optional('url', author === null ? null : canonical),
      ...optionalList(
        'sameAs',
        header.contacts.flatMap(({ href }) => (href?.startsWith('http') ? [href] : [])),
      ),
      ...optionalList(
        'alumniOf',
        schools(sections).map((name) => ({ '@type': 'EducationalOrganization', name })),
      ),
      ...optionalList('knowsAbout', titlesOf(sections, 'skills')),
      ...optionalList('knowsLanguage', titlesOf(sections, 'languages')),
    },
  };
  return scriptSafe(JSON.stringify(page));
}

/** Escapes JSON so that it cannot close its script element (HTML, "restrictions for contents of script elements"). */
export function scriptSafe(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function schools(sections: Section[]): string[] {
  const names = sections.flatMap((section) =>
    section.kind === 'educations' && section.content === 'entries'
      ? section.entries.map(({ organisation, title }) => organisation?.text ?? title.text)
      : [],
  );
  return [...new Set(names)].filter((name) => name !== '');
}

function titlesOf(sections: Section[], kind: Section['kind']): string[] {
  return sections.flatMap((section) =>
    section.kind === kind && section.content === 'groups'
      ? section.groups.flatMap(({ title, isLevel, items }) => (isLevel ? items : title)).filter((name) => name !== '')
      : [],
  );
}

function optional(name: string, value: string | null): Record<string, string> {
  return value === null || value === '' ? {} : { [name]: value };
}

function optionalList(name: string, values: unknown[]): Record<string, unknown> {
  return values.length === 0 ? {} : { [name]: values };
}
