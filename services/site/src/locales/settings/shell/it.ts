import type { ShellWords } from './en.ts';

export const it: ShellWords = {
  title: 'Impostazioni',
  menu: 'Indice',
  areas: {
    keys: 'Chiavi',
    consumption: 'Consumo',
    signature: 'Aiuto per la firma',
    applications: 'Applicazioni',
    limits: 'Limiti',
    team: 'Gruppo',
    audit: 'Registro di controllo',
    security: 'Sicurezza',
    queue: 'Coda di esportazione',
  },
  groups: { api: 'API', company: 'Azienda', you: 'Lei', operator: 'Gestione' },
  roles: { owner: 'Proprietario', administrator: 'Amministratore', viewer: 'Lettore' },
  forbidden: {
    title: 'Il suo ruolo non lo consente',
    viewer: 'Qui può vedere tutto e non modificare nulla. Un proprietario della sua azienda può darle un altro ruolo.',
    administrator: 'Può farlo solo un proprietario della sua azienda.',
    back: 'Torna indietro',
  },
  cancel: 'Annulla',
  operator: 'Gestore',
};
