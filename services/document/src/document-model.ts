import type { DisplayId } from '@vitae/proto/display';
import type { SectionKind } from './words/words.ts';

/**
 * The content of a CV in reading order, shared by all formats. Hidden content is already removed and all texts are
 * cleaned and translated, so a format only lays them out.
 */
export type DocumentModel = {
  /** BCP 47 tag. */
  language: string;
  direction: 'ltr' | 'rtl';
  /** Selects the CJK font: the three languages share code points but draw them differently. */
  ideographs: 'ja' | 'zh' | 'zh-Hant' | 'ko' | null;
  /** Title in the file's metadata. */
  title: string;
  /** Author in the file's metadata; null for an anonymized CV. */
  author: string | null;
  /** File name without extension, safe on every file system. */
  fileName: string;
  /** `#rrggbb`, readable on white. */
  accent: string;
  /** `sections` are already in the order that the owner chose, or else of this template. */
  template: TemplateId;
  paper: Paper;
  /** The density step of the layout (templates/density.ts). 0, the design of the template, if missing. */
  density?: number;
  header: Header;
  sections: Section[];
};

export type Paper = 'A4' | 'Letter';

export type Header = {
  /** Name of the CV's owner, or the CV's title if there is no name. */
  name: string;
  title: string | null;
  photo: Picture | null;
  contacts: Linked[];
  /** Short personal facts: age, marital status, driving licence. */
  facts: string[];
};

/** A text with an optional link; `href` is an http, https, mailto or tel URL. */
export type Linked = { text: string; href: string | null };

export type Picture = {
  contentType: 'image/jpeg' | 'image/png' | 'image/gif';
  bytes: Uint8Array;
  description: string;
};

export type Section = { kind: SectionKind; heading: string } & (
  | { content: 'text'; paragraphs: string[] }
  | { content: 'entries'; entries: Entry[] }
  | { content: 'groups'; groups: Group[] }
  | { content: 'quotes'; quotes: Quote[] }
);

export type GroupSection = Extract<Section, { content: 'groups' }>;

/** A job, degree, project or award. */
export type Entry = {
  title: Linked;
  /** Employer, school or publisher. */
  organisation: Linked | null;
  place: string | null;
  period: string | null;
  /** Short text beside the title, such as the contract type or a grade. */
  note: string | null;
  paragraphs: string[];
  points: string[];
  keywords: string[];
  /** Logo of the employer or school. */
  logo: Picture | null;
};

/** A skill, language or interest with its level and parts. */
export type Group = {
  title: string;
  /** Set if the title is the level of the items. */
  isLevel?: true;
  /** Label of the level, not a number. */
  level: string | null;
  items: string[];
  details: string[];
};

export type Quote = { author: string; paragraphs: string[] };

/** Returns whether the entry has only a title and facts. */
export function isBare({ paragraphs, points, keywords }: Entry): boolean {
  return paragraphs.length + points.length + keywords.length === 0;
}

/** Returns whether the group has only a title and a level. */
export function isPlain({ items, details }: Group): boolean {
  return items.length === 0 && details.length === 0;
}

export type TemplateId = DisplayId;
