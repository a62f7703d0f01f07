import type { ApplicationsWords } from './en.ts';

export const it: ApplicationsWords = {
  title: 'Applicazioni',
  lead: 'Un’applicazione legge, con OAuth, i CV dei titolari che l’hanno permessa. Ognuna ha la propria chiave di consumatore e chiede a ogni titolare.',
  create: 'Nuova applicazione',
  empty: {
    title: 'Ancora nessuna applicazione',
    lead: 'Ne crei una quando i titolari devono lasciare che un suo servizio legga i loro CV: un sito di lavoro, lo strumento di un coach, un’app. Le chiamate a nome della sua azienda richiedono invece una chiave.',
  },
  name: 'Nome',
  consumerKey: 'Chiave di consumatore',
  state: 'Stato',
  states: { active: 'Attiva', disabled: 'Disattivata' },
  granted: 'Titolari che l’hanno permessa',
  created: 'Creata',
  disabledSince: 'Disattivata il',
  older: 'Precedenti',
  newest: 'Più recenti',
  back: 'Tutte le applicazioni',
  done: {
    saved: 'Le modifiche sono salvate.',
    disabled: 'L’applicazione è disattivata. D’ora in poi ogni gateway rifiuta le sue chiamate.',
  },
  form: {
    nameHint: 'I titolari lo vedono quando viene chiesto loro il permesso.',
    callbacks: 'Indirizzi di ritorno',
    callbacksHint: 'Dove tornano i titolari, un indirizzo per riga. «oob» mostra loro un codice.',
    rsa: 'Chiave pubblica RSA (facoltativa)',
    rsaHint:
      'PEM, almeno 2.048 bit. Con essa l’applicazione può firmare con RSA-SHA1. Non incolli mai una chiave privata.',
    create: 'Crea l’applicazione',
    save: 'Salva',
    problems: {
      name: 'Le dia un nome da 1 a 100 caratteri.',
      callbacks: 'Dia da 1 a 20 indirizzi di ritorno: interi, senza nome utente né frammento, oppure «oob».',
      rsa: 'Non è una sola chiave pubblica RSA in PEM di almeno 2.048 bit.',
      privateKey:
        'È una chiave privata, che non deve lasciare il proprietario. Non è stata salvata. Crei una nuova coppia e incolli solo la chiave pubblica.',
    },
  },
  made: {
    title: (name) => `${name} è pronta`,
    rolledTitle: (name) => `Nuovo segreto per ${name}`,
    once: 'Copi ora ciò che le serve: i segreti vengono mostrati solo questa volta.',
    consumerKey: 'Chiave di consumatore',
    consumerSecret: 'Segreto di consumatore',
    apiKey: 'apiKey',
    apiKeyMeans:
      'Chiave e segreto di consumatore firmano a nome di un titolare. La sola apiKey legge tutti i titolari che hanno permesso l’applicazione.',
    done: 'Ho copiato',
  },
  detail: {
    settings: 'Dati',
    secrets: 'Segreti',
    secretsMeans: 'Un nuovo segreto vale subito e il vecchio termina subito. I token dei titolari restano.',
    rollSecret: 'Nuovo segreto di consumatore',
    rollApiKey: 'Nuova apiKey',
    disable: 'Disattiva',
    disableMeans: 'Termina tutte le sue chiamate, subito e ovunque. Terminano anche i permessi dei titolari.',
    kept: 'È conservata come traccia.',
  },
  confirm: {
    secret: (name) => `Nuovo segreto di consumatore per ${name}?`,
    apiKey: (name) => `Nuova apiKey per ${name}?`,
    rollLead: 'Il vecchio termina subito su ogni gateway: l’applicazione non può chiamare finché non ha il nuovo.',
    rollSubmit: 'Creane uno nuovo',
    disable: (name) => `Disattivare ${name}?`,
    disableLead: 'Tutti i gateway rifiutano le sue chiamate entro un secondo. Non si può annullare.',
    nobody: 'Nessun titolare l’ha permessa: nessuno perde nulla.',
    owners: {
      one: 'Perderà l’accesso ai CV di un titolare.',
      other: (count) => `Perderà l’accesso ai CV di ${count} titolari.`,
    },
    disableSubmit: 'Disattivala ora',
  },
};
