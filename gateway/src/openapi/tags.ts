import { operationGroups } from '../http/operation.ts';

type Tag = { name: string; description: string };

/** Generated clients name their modules after the tags. */
const tags: Readonly<Record<(typeof operationGroups)[number], Tag>> = {
  Users: {
    name: 'users',
    description: 'The users of your company, their profiles, invitations, sign-in links and links to reset a password.',
  },
  'CVs of a user': { name: 'user-cvs', description: 'List the CVs of a user, and create one.' },
  'Tags, kind and manager of a user': {
    name: 'user-classification',
    description: 'How your company classifies a user.',
  },
  Comments: { name: 'comments', description: 'Comments of managers on users.' },
  Tags: { name: 'tags', description: 'The tags of your company.' },
  CVs: { name: 'cvs', description: 'Content, status, displays, pictures and password protection of CVs.' },
  'Employment preferences': { name: 'preferences', description: 'The jobs that users look for.' },
  Metadata: { name: 'metadata', description: 'Keys that your company assigns to users.' },
  Exports: {
    name: 'exports',
    description: 'CVs as PDF, ODT, DOC, DOCX, TXT and JSON files, one by one or as an archive.',
  },
  'Reference data': { name: 'reference-data', description: 'Code tables, displays and quotas.' },
  'User API': {
    name: 'user-api',
    description: 'Access of applications to the data that users granted them, with OAuth 1.0.',
  },
};

/** The sections of the reference with their titles and descriptions. */
export const documentTags = operationGroups.map((group) => ({ ...tags[group], 'x-displayName': group }));

export const tagOf = (group: (typeof operationGroups)[number]): string => tags[group].name;
