import type { LimitsWords } from './en.ts';

export const it: LimitsWords = {
  title: 'Limiti',
  lead: 'Quante chiamate possono fare in un minuto tutte le chiavi della sua azienda insieme.',
  aMinute: 'al minuto',
  standard: {
    title: 'Chiamate normali',
    means: 'Ogni chiamata firmata che non è intensiva.',
  },
  intensive: {
    title: 'Chiamate intensive',
    means: 'Le più costose. Si contano a parte: quando sono esaurite, le chiamate normali continuano.',
    which: 'Quali chiamate sono',
  },
  howTitle: 'Come agiscono',
  how: {
    minute: 'Entrambi i conti ripartono a ogni minuto dell’orologio. Ciò che non è stato usato non si accumula.',
    refused:
      'Una chiamata oltre il limite è rifiutata con lo stato 429; Retry-After dice tra quanti secondi riprovare.',
    headers: 'Ogni risposta dice il limite, quanto ne resta e quando riparte (intestazioni X-RateLimit).',
    wrong: 'Le chiamate con una firma rifiutata non contano, e nemmeno la lettura della quota.',
    owners: (calls) =>
      `Le applicazioni permesse dai titolari dei CV hanno un limite proprio: ${calls} chiamate al minuto per ogni applicazione e titolare.`,
  },
  changeTitle: 'Per cambiarli',
  change: 'Chi gestisce il server li imposta con questo comando. Ogni gateway lo sa entro un secondo.',
};
