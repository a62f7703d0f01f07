import type { TeamWords } from './en.ts';

export const it: TeamWords = {
  title: 'Gruppo',
  lead: 'Chi può vedere e modificare le impostazioni della sua azienda.',
  people: 'Persone',
  person: 'Indirizzo e‑mail',
  role: 'Ruolo',
  since: 'Dal',
  secondFactor: 'Secondo fattore',
  on: 'Acceso',
  off: 'Spento',
  you: 'Lei',
  roleOf: (email) => `Ruolo di ${email}`,
  saveRole: 'Cambia',
  saveRoleOf: (email) => `Cambia il ruolo di ${email}`,
  remove: 'Rimuovi…',
  removeOf: (email) => `Rimuovi… ${email}`,
  rolesTitle: 'Che cosa permettono i ruoli',
  roleMeans: {
    owner: 'Tutto, anche il gruppo.',
    administrator: 'Modificare chiavi e applicazioni.',
    viewer: 'Vedere tutto, non modificare nulla.',
  },
  invite: {
    title: 'Invitare qualcuno',
    email: 'Indirizzo e‑mail',
    role: 'Ruolo',
    submit: 'Invita',
    wrongEmail: 'Questo non è un indirizzo e‑mail.',
    member: 'Questa persona è già nel gruppo.',
  },
  invited: {
    title: 'Invii lei questo link',
    lead: (email) =>
      `Questo server non invia posta. Invii il link a ${email} in modo che nessun altro possa leggerlo: chi lo apre per primo entra nel gruppo. Vale una volta, per sette giorni, ed è mostrato solo adesso.`,
    done: 'Fatto',
  },
  open: {
    title: 'Inviti aperti',
    until: 'Valido fino al',
    withdraw: 'Ritira',
    withdrawOf: (email) => `Ritira l’invito di ${email}`,
  },
  removal: {
    title: (email) => `Rimuovere ${email}?`,
    lead: 'Subito si chiudono tutte le sessioni di questa persona e nessuno può più accedere con questo indirizzo. Ciò che ha fatto resta nel registro. Chiavi e applicazioni restano come sono.',
    submit: 'Rimuovi',
  },
  done: {
    invited: 'L’invito è in arrivo.',
    withdrawn: 'L’invito è stato ritirato. Il suo link non vale più.',
    role: 'Il ruolo è cambiato e vale da subito.',
    removed: 'La persona è stata rimossa.',
  },
  lastOwner: 'Un’azienda ha bisogno di un proprietario. Ne nomini prima un altro.',
};
