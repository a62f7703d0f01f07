import { writeFile } from 'node:fs/promises';
import { zipOf } from './zip-of.ts';

/** Files of a data export of LinkedIn, with its columns. The CV has no place for the connections. */
export const linkedInFiles = {
  'Profile.csv': `First Name,Last Name,Maiden Name,Address,Birth Date,Headline,Summary,Industry,Zip Code,Geo Location,Twitter Handles,Websites,Instant Messengers
Ida,Okafor,,,,Sailor,I have sailed since I was ten.,Maritime,99901,"Ketchikan, Alaska",[idasails],[PERSONAL:https://ida.example],
`,
  'Positions.csv': `Company Name,Title,Description,Location,Started On,Finished On
Whale Watching Ltd,Guide,"Tours of the inlet
• Found humpbacks
• Repaired the sonar",Ketchikan,Mar 2005,
Fish Cannery,Foreman,Led the night shift,Petersburg,Jun 2003,Feb 2005
Ice Company,Driver,,Wrangell,May 2001,May 2003
`,
  'Education.csv': `School Name,Start Date,End Date,Notes,Degree Name,Activities
Ketchikan High School,1997,2001,,Diploma,Rowing
Coastal Radio School,2002,2002,,Radio Operator,
`,
  'Skills.csv': 'Name\nKnots\nMarine Biology\nFirst Aid\n',
  'Languages.csv': 'Name,Proficiency\nIgbo,Native or bilingual proficiency\nNorwegian,Limited working proficiency\n',
  'Certifications.csv': `Name,Url,Authority,Started On,Finished On,License Number
Radar Observer,https://licences.example/radar,Maritime Institute,Jan 2004,,77-B
`,
  'Publications.csv': `Name,Published On,Description,Publisher,Url
Songs of Humpbacks,Apr 2006,A field guide,Inlet Press,https://inlet.example/songs
`,
  'Projects.csv': `Title,Description,Url,Started On,Finished On
Whale Count,Volunteers count whales,https://count.example,Jan 2005,Dec 2005
`,
  'Volunteering.csv': `Company Name,Role,Cause,Started On,Finished On,Description
Sea Rescue,Coxswain,SOCIAL_SERVICES,Jan 2006,Dec 2008,Night rescues
`,
  'Honors.csv': 'Title,Description,Issued On\nRescuer of the Year,For a rescue in a storm,Nov 2007\n',
  'Email Addresses.csv': 'Email Address,Confirmed,Primary,Updated On\nida@ships.example,Yes,Yes,1/1/20\n',
  'PhoneNumbers.csv': 'Extension,Number,Type\n,+1 907 555 0143,Mobile\n',
  'Connections.csv': 'First Name,Last Name,Connected On\nSam,Reyes,01 Jan 2020\n',
};

/** Texts that are in the CV after the import, unless the owner changes them. */
export const importedTexts = [
  'Whale Watching Ltd',
  'Guide',
  'Tours of the inlet',
  'Found humpbacks',
  'Repaired the sonar',
  'Fish Cannery',
  'Foreman',
  'Ice Company',
  'Driver',
  'Ketchikan High School',
  'Coastal Radio School',
  'Radio Operator',
  'Knots',
  'Marine Biology',
  'First Aid',
  'Igbo',
  'Norwegian',
  'Radar Observer',
  'Maritime Institute',
  'Songs of Humpbacks',
  'Inlet Press',
  'Whale Count',
  'Volunteers count whales',
  'Sea Rescue',
  'Coxswain',
  'Night rescues',
  'Rescuer of the Year',
  'For a rescue in a storm',
  'Diploma',
  'Rowing',
  'Petersburg',
  'Wrangell',
  // The CV becomes French.
  'mars 2005',
  'juin 2003',
  'févr. 2005',
  'mai 2001',
  'mai 2003',
  'janv. 2004',
  'avr. 2006',
  'janv. 2005',
  'déc. 2005',
  'janv. 2006',
  'déc. 2008',
  'nov. 2007',
  '1997',
  '2002',
];

export const importedAddresses = [
  'https://ida.example',
  'https://licences.example/radar',
  'https://inlet.example/songs',
  'https://count.example',
];

export const notImported = 'Connections.csv';

export async function writeLinkedInExport(file: string): Promise<void> {
  await writeFile(file, await zipOf(linkedInFiles));
}
