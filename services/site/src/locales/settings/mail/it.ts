import type { MailWords } from './en.ts';

export const it: MailWords = {
  reset: {
    subject: 'Una nuova password per le impostazioni di Vitae',
    text: (url, minutes) =>
      `Buongiorno,\n\nè stata chiesta una nuova password per questo indirizzo. La scelga qui, entro ${minutes} minuti:\n\n${url}\n\nSe non è stato lei, non faccia nulla: la sua password resta la stessa.\n`,
  },
  invitation: {
    subject: (company) => `Invito alle impostazioni di ${company}`,
    text: (inviter, company, url) =>
      `Buongiorno,\n\n${inviter} la invita alle impostazioni di ${company}. Accetti qui, entro sette giorni:\n\n${url}\n\nIl link vale una volta.\n`,
  },
  expiry: {
    subject: (company, days) => `Chiavi API di ${company} scadono entro ${days}`,
    text: (company, list, url) =>
      `Buongiorno,\n\nqueste chiavi API di ${company} scadono presto e le loro chiamate saranno rifiutate:\n\n${list}\n\nLe sostituisca in tempo: la nuova chiave funziona accanto alla vecchia per i giorni che sceglie.\n\n${url}\n`,
  },
};
