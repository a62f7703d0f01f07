import type { SignInWords } from './en.ts';

export const de: SignInWords = {
  title: 'Anmelden zu den Einstellungen',
  lead: 'Für alle, die sich um Schlüssel, Anwendungen und Grenzen einer Firma kümmern.',
  email: 'E‑Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  wrong: 'Adresse und Passwort gehören nicht zusammen. Prüfen Sie beide und versuchen Sie es noch einmal.',
  tooMany: (minutes) => `Das waren zu viele Versuche. Versuchen Sie es in ${minutes} wieder.`,
  expired: 'Dieses Formular war abgelaufen. Bitte versuchen Sie es noch einmal.',
  signedOut: 'Sie sind abgemeldet.',
  passwordSet: 'Ihr neues Passwort gilt. Melden Sie sich damit an.',
  forgotten: 'Passwort vergessen?',
  code: {
    title: 'Noch ein Schritt',
    lead: 'Geben Sie die sechs Ziffern ein, die Ihre Authentifizierungs-App gerade zeigt.',
    label: 'Einmalcode',
    hint: 'Ohne Ihr Gerät geben Sie stattdessen einen Ihrer Wiederherstellungscodes ein.',
    submit: 'Weiter',
    wrong: 'Dieser Code stimmt nicht oder wurde schon benutzt. Warten Sie auf den nächsten.',
    expired: 'Das hat zu lange gedauert. Melden Sie sich noch einmal an.',
    back: 'Zurück zur Anmeldung',
  },
  forgottenPage: {
    title: 'Passwort vergessen',
    lead: 'Wenn die Adresse einem Verwalter gehört, geht ein Link für ein neues Passwort an sie. Er gilt einmal und 30 Minuten lang.',
    noMail:
      'Dieser Server verschickt keine E‑Mails. Wenden Sie sich an einen Inhaber Ihrer Firma oder an den Betreiber des Servers: Der Befehl `vitae admin reset` erzeugt einen Link für Sie.',
    submit: 'Link senden',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sent: 'Wenn die Adresse einem Verwalter gehört, ist ein Link an sie unterwegs. Er gilt einmal und 30 Minuten lang.',
    tooMany: 'Das wurde zu oft verlangt. Versuchen Sie es später wieder.',
    back: 'Zurück zur Anmeldung',
  },
  resetPage: {
    title: 'Neues Passwort wählen',
    lead: (email) => `Für ${email}. Sie werden überall abgemeldet, wo Sie angemeldet sind.`,
    submit: 'Passwort setzen',
  },
  invitationPage: {
    title: (company) => `${company} beitreten`,
    lead: (inviter, company, role) =>
      `${inviter} lädt Sie in die Einstellungen von ${company} ein. Ihre Rolle: ${role}.`,
    leadOperator: (company, role) => `Sie sind in die Einstellungen von ${company} eingeladen. Ihre Rolle: ${role}.`,
    email: 'Mit dieser Adresse melden Sie sich an',
    password: 'Wählen Sie ein Passwort',
    submit: 'Annehmen und anmelden',
    taken:
      'Es gibt schon einen Verwalter mit dieser Adresse. Melden Sie sich an, oder bitten Sie um eine Einladung an eine andere Adresse.',
  },
  deadLink: {
    title: 'Dieser Link gilt nicht',
    lead: 'Er wurde schon benutzt, ist abgelaufen oder wurde zurückgezogen. Bitten Sie um einen neuen.',
  },
};
