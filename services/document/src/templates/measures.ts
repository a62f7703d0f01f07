/**
 * The sizes of a template, for every format alike: points for type, millimetres for the rest. From
 * these come the style sheet of the page and the styles of the Word document, so that they match.
 */
export type Measures = {
  margins: { top: number; side: number; bottom: number };
  type: {
    body: number;
    /** Height of a line, as a multiple of the size; best a whole number of twips (1/20 point), which Word counts in. */
    leading: number;
    name: number;
    title: number;
    section: number;
    entry: number;
    small: number;
    footer: number;
  };
  header: {
    /** Above the title and above the contacts; below everything, before a rule or the edge of the panel. */
    title: number;
    contacts: number;
    below: number;
    /** How far the panel reaches beyond the text on both sides, and how far its text is from its upper edge; 0 without one. */
    outset: number;
    above: number;
  };
  photo: { width: number; height: number };
  /** The most that a logo takes; it is never stretched. */
  logo: { width: number; height: number };
  gaps: {
    /** Above a section, between its heading and its text, between its entries, between entries of one line. */
    section: number;
    heading: number;
    entry: number;
    bare: number;
    /** Above a paragraph of an entry, between two of them, above a list, above each of its points. */
    prose: number;
    paragraph: number;
    points: number;
    point: number;
    keywords: number;
    group: number;
  };
  /** How far the points of a list stand in. */
  indent: number;
};
