import type { DocumentModel, Section } from '../document-model.ts';

export type PageFacts = { canonical: string | null; preview: string | null; updatedAt: string };

/**
 * The CV as schema.org's ProfilePage of a Person, JSON-LD for a script element. Made of what the page
 * shows, so that it cannot tell more; e-mail and telephone are left for people to read.
 */
export function structuredData(model: DocumentModel, { canonical, preview, updatedAt }: PageFacts): string {
  const { header, sections, author } = model;
  const page = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    inLanguage: model.language,
    dateModified: updatedAt,
    ...filled('url', canonical),
    ...filled('primaryImageOfPage', preview),
    mainEntity: {
      '@type': 'Person',
      ...filled('name', author),
      ...filled('jobTitle', author === null ? header.name : header.title),
      ...filled('url', author === null ? null : canonical),
      ...several(
        'sameAs',
        header.contacts.flatMap(({ href }) => (href?.startsWith('http') ? [href] : [])),
      ),
      ...several(
        'alumniOf',
        schools(sections).map((name) => ({ '@type': 'EducationalOrganization', name })),
      ),
      ...several('knowsAbout', titlesOf(sections, 'skills')),
      ...several('knowsLanguage', titlesOf(sections, 'languages')),
    },
  };
  return scriptSafe(JSON.stringify(page));
}

/** No text can end the element or begin a comment in it (HTML, "restrictions for contents of script elements"). */
export function scriptSafe(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
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
      ? section.groups.map(({ title }) => title).filter((title) => title !== '')
      : [],
  );
}

function filled(name: string, value: string | null): Record<string, string> {
  return value === null || value === '' ? {} : { [name]: value };
}

function several(name: string, values: unknown[]): Record<string, unknown> {
  return values.length === 0 ? {} : { [name]: values };
}
