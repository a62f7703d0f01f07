import type { MailWords } from './en.ts';

export const de: MailWords = {
  reset: {
    subject: 'Ein neues Passwort für die Einstellungen von Vitae',
    text: (url, minutes) =>
      `Guten Tag,\n\nfür diese Adresse wurde ein neues Passwort verlangt. Wählen Sie es hier, innerhalb von ${minutes} Minuten:\n\n${url}\n\nWenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.\n`,
  },
  invitation: {
    subject: (company) => `Einladung in die Einstellungen von ${company}`,
    text: (inviter, company, url) =>
      `Guten Tag,\n\n${inviter} lädt Sie in die Einstellungen von ${company} ein. Nehmen Sie hier an, innerhalb von sieben Tagen:\n\n${url}\n\nDer Link gilt einmal.\n`,
  },
  expiry: {
    subject: (company, days) => `API-Schlüssel von ${company} gelten höchstens noch ${days}`,
    text: (company, list, url) =>
      `Guten Tag,\n\ndiese API-Schlüssel von ${company} laufen bald ab, und Aufrufe mit ihnen werden dann abgelehnt:\n\n${list}\n\nLösen Sie sie rechtzeitig ab: Der neue Schlüssel gilt so viele Tage neben dem alten, wie Sie wählen.\n\n${url}\n`,
  },
};
