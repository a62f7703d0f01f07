import { sampleSource } from '@vitae/document/sample-source';
import { displayConfig } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import { z } from 'zod';

/** Names of the print display blocks that can be shown or hidden. */
export const displayedBlocks = Object.entries(displayConfig.shape).flatMap(([key, schema]) =>
  schema instanceof z.ZodBoolean ? [key] : [],
);

/** For each block, texts of the sample CV that appear only when the block is shown. */
export const blockTexts: Readonly<Record<string, readonly string[]>> = {
  experiences: ['Work experience', 'TechCorp', 'Designed the platform', 'Mar 2021'],
  educations: ['Education', 'Berkeley', 'Bachelor of Science', 'Honours'],
  interests: ['Interests', 'Open source', 'Mentoring'],
  presentation: ['Profile', 'Builds web applications.'],
  skills: ['Skills', 'Node.js', 'Expert'],
  url: ['vitae.example.com/p/jane/main'],
  picture: ['Photo of Jane Developer'],
  location: ['San Francisco', 'California', 'United States'],
  drivingLicence: ['Driver’s license'],
  maritalStatus: ['Married'],
  address: ['123 Tech Street', '94102'],
  age: ['35\u00a0years old'],
};

/** Returns the sample CV with a template; every block is shown unless `changes` hides it. */
export function displayedSource(template: string, changes: Record<string, boolean> = {}): ExportSource {
  const source = sampleSource();
  const shown = { ...source.printDisplay.displayConfig, ...changes };
  return { ...source, printDisplay: { ...source.printDisplay, id: template, displayConfig: shown } };
}
