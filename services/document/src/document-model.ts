import type { SectionKind } from './headings.ts';
import type { TemplateId } from './templates/template.ts';

/**
 * A CV as a document: what every format shows, in the order in which it is read. All words are
 * final: no format looks anything up, decides what is hidden, or cleans a text.
 */
export type DocumentModel = {
  /** BCP 47. */
  language: string;
  direction: 'ltr' | 'rtl';
  /** Goes first in the list of fonts: the same Chinese character looks different in each of these. */
  ideographs: 'ja' | 'zh' | 'ko' | null;
  /** The title in the file's metadata. */
  title: string;
  /** In the file's metadata; null for an anonymised CV. */
  author: string | null;
  /** Without extension; safe on every file system. */
  fileName: string;
  /** `#rrggbb`, readable on white. */
  accent: string;
  /** Its data is in `templates`; `sections` are in its order already. */
  template: TemplateId;
  paper: Paper;
  header: Header;
  sections: Section[];
};

export type Paper = 'A4' | 'Letter';

export type Header = {
  /** The person's name, or the CV's title where there is none to show. */
  name: string;
  title: string | null;
  photo: Picture | null;
  contacts: Linked[];
  /** Short personal facts: age, marital status, driving licence. */
  facts: string[];
};

/** A text that may be a link; `href` is http, https, mailto or tel. */
export type Linked = { text: string; href: string | null };

export type Picture = {
  contentType: 'image/jpeg' | 'image/png' | 'image/gif';
  bytes: Uint8Array;
  description: string;
};

/** Every kind of section is made of one of four kinds of content. */
export type Section = { kind: SectionKind; heading: string } & (
  | { content: 'text'; paragraphs: string[] }
  | { content: 'entries'; entries: Entry[] }
  | { content: 'groups'; groups: Group[] }
  | { content: 'quotes'; quotes: Quote[] }
);

/** Something done somewhere in some time: a job, a degree, a project, a prize. */
export type Entry = {
  title: Linked;
  /** The employer, school or publisher. */
  organisation: Linked | null;
  place: string | null;
  period: string | null;
  /** A word beside the title: the contract, a score. */
  note: string | null;
  paragraphs: string[];
  points: string[];
  keywords: string[];
  /** Of the employer or school. */
  logo: Picture | null;
};

/** A name with what belongs to it: a skill with its parts, a language with its level. */
export type Group = {
  title: string;
  /** In words. */
  level: string | null;
  items: string[];
  details: string[];
};

export type Quote = { author: string; paragraphs: string[] };
