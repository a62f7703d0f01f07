import type { Messages } from './en.ts';

export const de: Messages = {
  site: {
    name: 'Vitae',
    skipToContent: 'Zum Inhalt',
    language: 'Sprache',
  },
  errors: {
    title: 'Etwas stimmt nicht',
    notFound: 'Unter dieser Adresse gibt es keine Seite.',
    expired:
      'Dieses Formular war abgelaufen. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
    unavailable: 'Ein Teil des Dienstes ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    internal:
      'Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal; wenn es bleibt, nennen Sie uns die Nummer unten.',
    number: 'Nummer',
  },
  scopes: {
    profile: 'Ihren Namen, Benutzernamen und Ihre E‑Mail-Adresse',
    cvs: 'Alle Ihre Lebensläufe, veröffentlicht oder nicht, mit den Kontaktdaten darin',
    preferences: 'Ihre Stellenwünsche: Positionen, Orte, Verträge, Gehalt',
    comments: 'Die Kommentare, die Ihr Unternehmen über Sie geschrieben hat',
    statistics: 'Wie viele Personen Ihre Seiten an jedem Tag besucht haben',
    labels: 'Die Kennzeichen Ihres Kontos; sie darf welche hinzufügen und entfernen',
  },
  signIn: {
    title: 'Anmelden',
    login: 'Benutzername oder E‑Mail-Adresse',
    password: 'Passwort',
    submit: 'Anmelden',
    signOut: 'Abmelden',
    wrong:
      'Dieser Name und dieses Passwort gehören nicht zusammen. Prüfen Sie beides und versuchen Sie es noch einmal.',
    tooMany: (minutes) =>
      `Es gab zu viele Versuche. Versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} wieder.`,
    expired: 'Dieses Formular war abgelaufen. Bitte versuchen Sie es noch einmal.',
    signedOut: 'Sie sind abgemeldet.',
  },
  consent: {
    title: (application) => `Darf ${application} Ihre Daten lesen?`,
    signInTitle: (application) => `Anmelden, um mit ${application} fortzufahren`,
    signInLead: (application, company) =>
      `${application}, eine Anwendung von ${company}, möchte Ihre Daten lesen. Melden Sie sich zuerst an; Sie entscheiden auf der nächsten Seite.`,
    lead: (application, company) => `${application} ist eine Anwendung von ${company}.`,
    willRead: 'Sie wird lesen können',
    willNot: 'Sie kann Ihre Lebensläufe nicht ändern und sieht nie Ihr Passwort.',
    until: 'Das gilt, bis Sie es unter „Verbundene Anwendungen“ in Ihrem Konto beenden.',
    signedInAs: (name) => `Angemeldet als ${name}`,
    notYou: 'Nicht Sie? Abmelden',
    returnTo: (place) => `In beiden Fällen kehren Sie zu ${place} zurück.`,
    allow: 'Erlauben',
    refuse: 'Ablehnen',
  },
  verifier: {
    title: 'Ihr Code',
    lead: (application) => `Kopieren Sie diesen Code in ${application}, um abzuschließen.`,
    code: 'Code',
    validity: 'Er gilt einmal und bis zehn Minuten nach der Anfrage.',
  },
  answered: {
    title: (application) => `Sie haben es ${application} erlaubt`,
    lead: 'Sie haben schon geantwortet. Fahren Sie in der Anwendung fort, um abzuschließen.',
    continue: (application) => `Weiter zu ${application}`,
  },
  refusal: {
    title: 'Sie haben abgelehnt',
    lead: (application) => `${application} hat nichts über Sie erfahren. Sie können diese Seite schließen.`,
  },
  requestProblems: {
    again: 'Gehen Sie zurück zur Anwendung und beginnen Sie dort von vorn.',
    unknown: {
      title: 'Dieser Link ist nicht gültig',
      lead: 'Unter dieser Adresse wurde nichts angefragt. Vielleicht ist sie unvollständig.',
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      lead: 'Er gilt zehn Minuten, nachdem die Anwendung ihn erstellt hat.',
    },
    used: { title: 'Dieser Link wurde schon verwendet', lead: 'Er gilt nur einmal. Die Anwendung hat ihre Antwort.' },
    refused: { title: 'Sie haben schon abgelehnt', lead: 'Die Anwendung hat nichts über Sie erfahren.' },
    callback_differs: {
      title: 'Dieser Link wurde verändert',
      lead: 'Er würde zu einer anderen Adresse führen, als die Anwendung verlangt hat. Zu Ihrer Sicherheit wurde nichts erlaubt.',
    },
    application_gone: { title: 'Diese Anwendung wurde abgeschaltet', lead: 'Sie kann niemandes Daten mehr lesen.' },
    other_company: {
      title: 'Diese Anwendung ist nicht für Ihr Konto',
      lead: 'Sie dient den Konten eines anderen Unternehmens. Wenn Sie dort ein Konto haben, melden Sie sich ab und mit jenem an.',
    },
  },
  account: {
    title: 'Ihr Konto',
    done: {
      password: 'Ihr Passwort wurde geändert. Überall sonst sind Sie jetzt abgemeldet.',
      language: 'Ihre Sprache wurde geändert.',
      revoked: 'Die Anwendung kann Ihre Daten nicht mehr lesen.',
    },
    cancel: 'Abbrechen',
  },
  applications: {
    title: 'Verbundene Anwendungen',
    lead: 'Diese Anwendungen dürfen Ihre Daten lesen, weil Sie es erlaubt haben.',
    none: 'Keine Anwendung darf Ihre Daten lesen.',
    of: (company) => `von ${company}`,
    since: (date) => `Erlaubt am ${date}`,
    lastUsed: (date) => `Zuletzt verwendet am ${date}`,
    neverUsed: 'Noch nicht verwendet',
    mayRead: 'Was sie lesen darf',
    remove: 'Zugriff beenden',
    removeApplication: (application) => `Zugriff von ${application} beenden`,
    removeLead: (application) => `${application} verliert den Zugriff sofort. Sie kann Sie erneut fragen.`,
  },
  password: {
    title: 'Passwort',
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    again: 'Neues Passwort, noch einmal',
    hint: (least) => `Mindestens ${least} Zeichen. Mehrere Wörter sind besser als eines mit Sonderzeichen.`,
    submit: 'Passwort ändern',
    wrongCurrent: 'Das ist nicht Ihr aktuelles Passwort.',
    tooShort: (least) => `Das neue Passwort braucht mindestens ${least} Zeichen.`,
    tooLong: (most) => `Das neue Passwort darf höchstens ${most} Zeichen haben.`,
    differ: 'Die beiden neuen Passwörter sind verschieden.',
    same: 'Das neue Passwort ist das alte.',
  },
  language: {
    title: 'Sprache',
    label: 'Sprache dieser Seiten',
    submit: 'Sprache ändern',
  },
  deletion: {
    title: 'Konto löschen',
    lead: 'Sie können Ihr Konto mit allem, was darin ist, löschen.',
    open: 'Konto löschen…',
    whatHappens: 'Was dann geschieht',
    atOnce:
      'Sofort sind Ihre Lebensläufe und deren Links nicht mehr erreichbar, und Sie können sich nicht mehr anmelden.',
    applications: 'Sofort verlieren alle verbundenen Anwendungen den Zugriff.',
    later: (days) =>
      `Nach ${days} Tagen werden Ihre Daten endgültig gelöscht: Lebensläufe, Wünsche, Kommentare über Sie, Kennzeichen und Statistik.`,
    copies: 'Dateien, die jemand schon gespeichert hat, bleiben, wo sie sind; wir können sie nicht zurückholen.',
    password: 'Ihr Passwort zur Bestätigung',
    submit: 'Mein Konto löschen',
    done: 'Ihr Konto ist gelöscht',
    doneLead: (days) => `Niemand kann Ihre Lebensläufe mehr sehen. Ihre Daten werden nach ${days} Tagen gelöscht.`,
  },
};
