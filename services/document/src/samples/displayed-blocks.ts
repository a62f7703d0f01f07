import { displayConfig } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import { z } from 'zod';
import { sampleSource } from '../sample-source.ts';

/** The blocks of the print display that are shown or hidden, for tests. */
export const displayedBlocks = Object.entries(displayConfig.shape).flatMap(([key, schema]) =>
  schema instanceof z.ZodBoolean ? [key] : [],
);

/** For each of them, what the sample says with it and not without it. */
export const blockTexts: Readonly<Record<string, readonly string[]>> = {
  experiences: ['Work experience', 'TechCorp', 'Designed the platform', 'Mar 2021'],
  educations: ['Education', 'Berkeley', 'Bachelor of Science', 'Honours'],
  interests: ['Interests', 'Open source', 'Mentoring'],
  presentation: ['Profile', 'Builds web applications.'],
  skills: ['Skills', 'Node.js', 'Expert'],
  url: ['vitae.example.com/p/jane/main'],
  picture: ['Photo of Jane Developer'],
  location: ['San Francisco', 'California, United States'],
  drivingLicence: ['Driver’s license'],
  maritalStatus: ['Married'],
  address: ['123 Tech Street', '94102'],
  age: ['35\u00a0years old'],
};

/** The sample in a template, with every block shown that is not said to be hidden. */
export function displayedSource(template: string, changes: Record<string, boolean> = {}): ExportSource {
  const source = sampleSource();
  const shown = { ...source.printDisplay.displayConfig, ...changes };
  return { ...source, printDisplay: { ...source.printDisplay, id: template, displayConfig: shown } };
}
