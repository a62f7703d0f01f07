import type { TeamWords } from './en.ts';

export const de: TeamWords = {
  title: 'Team',
  lead: 'Wer die Einstellungen Ihrer Firma sehen und ändern darf.',
  people: 'Personen',
  person: 'E‑Mail-Adresse',
  role: 'Rolle',
  since: 'Seit',
  secondFactor: 'Zweiter Faktor',
  on: 'An',
  off: 'Aus',
  you: 'Sie',
  roleOf: (email) => `Rolle von ${email}`,
  saveRole: 'Ändern',
  saveRoleOf: (email) => `Rolle von ${email} ändern`,
  remove: 'Entfernen…',
  removeOf: (email) => `Entfernen… ${email}`,
  rolesTitle: 'Was die Rollen dürfen',
  roleMeans: {
    owner: 'Alles, auch das Team.',
    administrator: 'Schlüssel und Anwendungen ändern.',
    viewer: 'Alles ansehen, nichts ändern.',
  },
  invite: {
    title: 'Jemanden einladen',
    email: 'E‑Mail-Adresse',
    role: 'Rolle',
    submit: 'Einladen',
    wrongEmail: 'Das ist keine E‑Mail-Adresse.',
    member: 'Diese Person ist schon im Team.',
  },
  invited: {
    title: 'Senden Sie diesen Link selbst',
    lead: (email) =>
      `Dieser Server verschickt keine E‑Mails. Senden Sie den Link an ${email}, so dass niemand sonst ihn lesen kann: Wer ihn zuerst öffnet, kommt ins Team. Er gilt einmal, sieben Tage lang, und wird nur jetzt gezeigt.`,
    done: 'Fertig',
  },
  open: {
    title: 'Offene Einladungen',
    until: 'Gültig bis',
    withdraw: 'Zurückziehen',
    withdrawOf: (email) => `Einladung von ${email} zurückziehen`,
  },
  removal: {
    title: (email) => `${email} entfernen?`,
    lead: 'Sofort enden alle Sitzungen dieser Person, und niemand kann sich mehr mit dieser Adresse anmelden. Was sie getan hat, bleibt im Protokoll. Schlüssel und Anwendungen bleiben, wie sie sind.',
    submit: 'Entfernen',
  },
  done: {
    invited: 'Die Einladung ist unterwegs.',
    withdrawn: 'Die Einladung wurde zurückgezogen. Ihr Link gilt nicht mehr.',
    role: 'Die Rolle wurde geändert und gilt sofort.',
    removed: 'Die Person wurde entfernt.',
  },
  lastOwner: 'Eine Firma braucht einen Inhaber. Machen Sie zuerst jemand anderen dazu.',
};
