import type { SignatureWords } from './en.ts';

export const it: SignatureWords = {
  title: 'Aiuto per la firma',
  lead: 'Una chiamata rifiutata dice poco, perché gli estranei non imparino nulla. Qui vede che cosa avrebbe dovuto firmare la sua chiamata e che cosa probabilmente non andava.',
  paste: 'Una sua chiamata',
  method: 'Metodo',
  url: 'Indirizzo rifiutato, con tutti i parametri',
  urlProblem: 'Incolli l’indirizzo intero, oppure percorso e query.',
  theirs: 'Che cosa ha firmato (facoltativo)',
  theirsHint: 'La stringa che il suo programma ha formato prima dell’HMAC. Mostriamo la prima differenza.',
  submit: 'Spiega',
  fine: 'Non conserviamo né l’indirizzo né ciò che incolla. Niente qui accetta una chiamata o mostra un segreto.',
  viewer: 'Gli amministratori della sua azienda possono farsi spiegare una chiamata.',
  tooMany: (seconds) => `Erano molte. Riprovi tra ${seconds} s.`,
  request: {
    chosen: (id) => `Chiamata rifiutata ${id}`,
    ofApplication:
      'L’aiuto per la firma spiega le chiamate firmate con una chiave API. Le applicazioni firmano con OAuth 1.0: che cosa non andava nella chiamata lo dice la sua risposta, come oauth_problem e oauth_problem_advice.',
    gone: 'Questa chiamata non è più nell’elenco. Incolli piuttosto il suo indirizzo.',
    other: 'Incolla un altro indirizzo',
  },
  recent: {
    title: 'Rifiutate di recente',
    lead: 'Le ultime chiamate con le sue chiavi che non sono state ammesse, per un giorno al massimo.',
    none: 'Nessuna chiamata rifiutata nell’ultimo giorno.',
    when: 'Quando',
    call: 'Chiamata',
    explain: 'Spiega',
    explainOf: (id) => `Spiega ${id}`,
  },
  result: {
    title: 'Che cosa non andava',
    likely: 'Causa probabile',
    missingParameter: (name) => `«${name}» manca o è vuoto.`,
    repeatedParameter: (name) => `«${name}» è stato inviato più di una volta.`,
    late: (time) =>
      `L’ora della chiamata è ${time} indietro rispetto alla nostra: più di cinque minuti. Controlli l’orologio e firmi subito prima dell’invio.`,
    lateByNow: (time) =>
      `Ormai l’ora della chiamata è ${time} indietro rispetto alla nostra: inviata così, viene rifiutata. Non è il motivo se è stata inviata entro cinque minuti dalla firma.`,
    early: (time) =>
      `L’ora della chiamata è ${time} avanti rispetto alla nostra: più di cinque minuti. Controlli l’orologio e il suo fuso orario.`,
    findings: {
      unknownKey: 'La sua azienda non ha questa chiave. Confronti «apikey» con l’elenco delle sue chiavi.',
      revokedKey: 'La chiave è stata revocata. Ne crei una nuova.',
      expiredKey: 'La chiave è scaduta. Ne crei una nuova.',
      invalidNonce: '«nonce» richiede da 8 a 128 caratteri ASCII stampabili.',
      milliseconds: '«timestamp» è in millisecondi. Invii secondi: dieci cifre.',
      invalidTimestamp: '«timestamp» non è un’ora in secondi: dieci cifre.',
      nonceUsed: 'Il nonce è già stato usato. Firmi di nuovo ogni chiamata, anche quando riprova.',
      limited: 'La chiamata era firmata bene. È stata rifiutata perché le chiamate del minuto erano esaurite.',
      rightSignature: 'La firma è giusta.',
      otherSecret:
        'Per quanto possiamo vedere, questa firma non è stata fatta con il segreto di questa chiave su questo indirizzo. Confronti il segreto nel programma, e ciò che ha firmato con le righe qui sotto.',
    },
    faults: {
      plusForSpace: 'Gli spazi sono stati firmati come «+». Li firmi come «%20» (rawurlencode, non urlencode).',
      phpSlashes:
        'Il testo JSON è stato firmato in una grafia diversa da quella inviata: PHP scrive «/» come «\\/» e «é» come «\\u00e9». Firmi proprio il testo che invia.',
      arraysUnfolded:
        'Un elenco è stato firmato come viene inviato, tra parentesi quadre. Firmi il suo testo JSON con il nome semplice.',
      unsorted: 'I parametri non erano ordinati. Li ordini per i byte dei nomi.',
      sortedWithoutCase:
        'I parametri sono stati ordinati senza badare alle maiuscole. Ordini per byte: «Z» viene prima di «a».',
      sentEncoding:
        'I parametri sono stati firmati nella codifica dell’indirizzo. Codifichi nomi e valori secondo RFC 3986 prima di firmare.',
      unencoded: 'Nomi e valori sono stati firmati senza codifica. Li codifichi secondo RFC 3986.',
      lowerCaseEscapes:
        'Le sequenze di escape sono state firmate in minuscolo, come «%2f». Le scriva in maiuscolo: «%2F».',
      doubleEncoded: 'Nomi e valori sono stati codificati due volte prima della firma.',
      pathWithHost: 'L’host è stato firmato con il percorso. Firmi solo il percorso.',
      pathWithoutPrefix: 'Manca una parte del percorso. Lo firmi da «/api/v1».',
      pathDecoded: 'Il percorso è stato decodificato o codificato prima della firma. Lo firmi come viene inviato.',
      pathSlash: 'Il percorso è stato firmato con un «/» o un «?» di troppo o di meno.',
      methodCase: 'Il metodo è stato firmato in minuscolo. Lo scriva in maiuscolo.',
      otherMethod: 'È stato firmato un metodo diverso da quello inviato.',
      methodMissing: 'Il metodo non è stato firmato. È la prima riga.',
      emptyLeftOut: 'Parametri senza valore sono stati inviati e non firmati.',
      apikeyLeftOut: '«apikey» è stato inviato e non firmato.',
      timestampLeftOut: '«timestamp» è stato inviato e non firmato.',
      nonceLeftOut: '«nonce» è stato inviato e non firmato.',
      hashIncluded: 'È stato firmato un «hash» vuoto. Lo tolga.',
      milliseconds: 'Sono stati firmati millisecondi e inviati secondi.',
      lineBreaks: 'Le tre righe non erano unite solo da un avanzamento di riga.',
      literalLineBreaks:
        'Le righe erano unite da una barra rovesciata e una «n». In PHP, «\\n» vuole le virgolette doppie.',
      endingLineBreak: 'È stato firmato anche un a capo alla fine.',
      secretDecoded: 'Il segreto è stato decodificato prima dell’uso. Usi i suoi 64 caratteri così come sono.',
      secretWithLineBreak: 'È stato usato anche un a capo dietro il segreto, come quando lo si legge da un file.',
      otherDigest: 'È stata usata un’altra funzione. È HMAC con SHA-256, con il segreto come chiave.',
      historicalScheme: 'La chiamata è firmata alla maniera storica (MD5). Questa chiave vuole HMAC-SHA256.',
      secretFirst: 'Il segreto è stato messo prima dei valori. Va dietro.',
      base64Hash: '«hash» è scritto in base64. Lo scriva in esadecimale.',
    },
    ours: 'Che cosa firma il nostro lato',
    several: 'Ognuna di queste sarebbe accettata.',
    difference: (line, column) => `Prima differenza: riga ${line}, carattere ${column}`,
    same: 'Ciò che ha firmato è uguale.',
    oursThere: 'Da noi',
    theirsThere: 'Da lei',
  },
};
