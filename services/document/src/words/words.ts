import type { SectionKind } from '@vitae/proto/display';

export { type SectionKind, sectionKinds } from '@vitae/proto/display';

/** The words that a document adds to the texts of a CV, in one language. */
export type Words = {
  headings: Record<SectionKind, string>;
  curriculum: string;
  /** Descriptions of pictures with the name of the person or company in place of `{name}`. */
  photo: string;
  logo: string;
  /** The end of a period that has not ended. */
  present: string;
  drivingLicence: string;
  /** A grade without words, such as 3.8 or 17/20, in place of `{grade}`. */
  grade: string;
  /** An age with `{years}`, where it is not the number of years with its unit. */
  age?: string;
  /** Skill levels, highest first. */
  levels: readonly [string, string, string, string, string];
  /** Contract types by code minus one; absent in the languages of the code table. */
  contracts?: readonly string[];
};
