import type { SignInWords } from './en.ts';

export const it: SignInWords = {
  title: 'Accedi alle impostazioni',
  lead: 'Per chi si occupa delle chiavi, delle applicazioni e dei limiti di un’azienda.',
  email: 'Indirizzo e‑mail',
  password: 'Password',
  submit: 'Accedi',
  wrong: 'Questo indirizzo e questa password non vanno insieme. Li controlli e riprovi.',
  tooMany: (minutes) => `Ci sono stati troppi tentativi. Riprovi tra ${minutes}.`,
  expired: 'Questo modulo era scaduto. Riprovi.',
  signedOut: 'È uscito.',
  passwordSet: 'La nuova password è valida. Acceda con quella.',
  forgotten: 'Password dimenticata?',
  code: {
    title: 'Ancora un passo',
    lead: 'Scriva le sei cifre che la sua app di autenticazione mostra adesso.',
    label: 'Codice',
    hint: 'Senza il suo dispositivo, scriva invece uno dei suoi codici di recupero.',
    submit: 'Continua',
    wrong: 'Questo codice non è giusto o è già stato usato. Aspetti il prossimo.',
    expired: 'È passato troppo tempo. Acceda di nuovo.',
    back: 'Torna all’accesso',
  },
  forgottenPage: {
    title: 'Password dimenticata',
    lead: 'Se l’indirizzo è di un amministratore, gli viene inviato un link per scegliere una nuova password. Vale una volta, per 30 minuti.',
    noMail:
      'Questo server non invia posta. Si rivolga a un proprietario della sua azienda o a chi gestisce il server: il comando `vitae admin reset` crea un link per lei.',
    submit: 'Invia il link',
    sentTitle: 'Guardi nella sua casella',
    sent: 'Se l’indirizzo è di un amministratore, un link è in arrivo. Vale una volta, per 30 minuti.',
    tooMany: 'È stato chiesto troppo spesso. Riprovi più tardi.',
    back: 'Torna all’accesso',
  },
  resetPage: {
    title: 'Scegliere una nuova password',
    lead: (email) => `Per ${email}. Tutte le sessioni aperte verranno chiuse.`,
    submit: 'Salva la password',
  },
  invitationPage: {
    title: (company) => `Entrare in ${company}`,
    lead: (inviter, company, role) => `${inviter} la invita alle impostazioni di ${company}. Il suo ruolo: ${role}.`,
    leadOperator: (company, role) => `Ha un invito alle impostazioni di ${company}. Il suo ruolo: ${role}.`,
    email: 'Accede con questo indirizzo',
    password: 'Scelga una password',
    submit: 'Accetta e accedi',
    taken: 'C’è già un amministratore con questo indirizzo. Acceda, o chieda un invito a un altro indirizzo.',
  },
  deadLink: {
    title: 'Questo link non vale',
    lead: 'È già stato usato, è scaduto o è stato ritirato. Ne chieda uno nuovo.',
  },
};
