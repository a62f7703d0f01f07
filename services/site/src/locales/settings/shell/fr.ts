import type { ShellWords } from './en.ts';

export const fr: ShellWords = {
  title: 'Réglages',
  menu: 'Sommaire',
  areas: {
    keys: 'Clés',
    consumption: 'Consommation',
    signature: 'Aide à la signature',
    applications: 'Applications',
    limits: 'Limites',
    team: 'Équipe',
    audit: 'Journal d’audit',
    security: 'Sécurité',
    queue: 'File d’exports',
  },
  groups: { api: 'API', company: 'Entreprise', you: 'Vous', operator: 'Exploitation' },
  roles: { owner: 'Propriétaire', administrator: 'Administrateur', viewer: 'Lecteur' },
  forbidden: {
    title: 'Votre rôle ne le permet pas',
    viewer:
      'Vous pouvez tout consulter ici et ne rien modifier. Un propriétaire de votre entreprise peut vous donner un autre rôle.',
    administrator: 'Seul un propriétaire de votre entreprise peut le faire.',
    back: 'Revenir où vous étiez',
  },
  cancel: 'Annuler',
  operator: 'Exploitant',
};
