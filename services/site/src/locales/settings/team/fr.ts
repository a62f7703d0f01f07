import type { TeamWords } from './en.ts';

export const fr: TeamWords = {
  title: 'Équipe',
  lead: 'Qui peut voir et modifier les réglages de votre entreprise.',
  people: 'Personnes',
  person: 'Adresse e‑mail',
  role: 'Rôle',
  since: 'Depuis',
  secondFactor: 'Second facteur',
  on: 'Activé',
  off: 'Désactivé',
  you: 'Vous',
  roleOf: (email) => `Rôle de ${email}`,
  saveRole: 'Changer',
  saveRoleOf: (email) => `Changer le rôle de ${email}`,
  remove: 'Retirer…',
  removeOf: (email) => `Retirer… ${email}`,
  rolesTitle: 'Ce que permettent les rôles',
  roleMeans: {
    owner: 'Tout, y compris l’équipe.',
    administrator: 'Modifier les clés et les applications.',
    viewer: 'Tout consulter, ne rien modifier.',
  },
  invite: {
    title: 'Inviter quelqu’un',
    email: 'Adresse e‑mail',
    role: 'Rôle',
    submit: 'Inviter',
    wrongEmail: 'Ce n’est pas une adresse e‑mail.',
    member: 'Cette personne fait déjà partie de l’équipe.',
  },
  invited: {
    title: 'Envoyez vous-même ce lien',
    lead: (email) =>
      `Ce serveur n’envoie pas d’e‑mails. Envoyez le lien à ${email} sans que personne d’autre puisse le lire : la première personne qui l’ouvre rejoint l’équipe. Il sert une fois, pendant sept jours, et n’est montré que maintenant.`,
    done: 'C’est fait',
  },
  open: {
    title: 'Invitations en cours',
    until: 'Valable jusqu’au',
    withdraw: 'Annuler',
    withdrawOf: (email) => `Annuler l’invitation de ${email}`,
  },
  removal: {
    title: (email) => `Retirer ${email} ?`,
    lead: 'Aussitôt, toutes les sessions de cette personne se ferment et cette adresse ne permet plus de se connecter. Ce qu’elle a fait reste dans le journal. Les clés et les applications restent telles quelles.',
    submit: 'Retirer',
  },
  done: {
    invited: 'L’invitation est en route.',
    withdrawn: 'L’invitation a été annulée. Son lien ne fonctionne plus.',
    role: 'Le rôle a été changé, avec effet immédiat.',
    removed: 'La personne a été retirée.',
  },
  lastOwner: 'Une entreprise a besoin d’un propriétaire. Nommez d’abord quelqu’un d’autre.',
};
