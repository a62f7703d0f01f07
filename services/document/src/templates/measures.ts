/**
 * The sizes of a template, for every format alike: points for type, millimetres for the rest. From
 * these come the style sheet of the page and the styles of the Word document, so that they match.
 */
export type Measures = {
  margins: { top: number; side: number; bottom: number };
  type: {
    body: number;
    /** Height of a line, as a multiple of the size. */
    leading: number;
    name: number;
    title: number;
    section: number;
    entry: number;
    small: number;
    footer: number;
  };
  photo: { width: number; height: number };
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
