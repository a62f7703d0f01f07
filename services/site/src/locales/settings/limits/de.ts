import type { LimitsWords } from './en.ts';

export const de: LimitsWords = {
  title: 'Grenzen',
  lead: 'Wie viele Aufrufe alle Schlüssel Ihrer Firma zusammen in einer Minute machen dürfen.',
  aMinute: 'pro Minute',
  standard: {
    title: 'Normale Aufrufe',
    means: 'Jeder signierte Aufruf, der nicht aufwendig ist.',
  },
  intensive: {
    title: 'Aufwendige Aufrufe',
    means: 'Die teuersten. Sie werden getrennt gezählt: Sind sie aufgebraucht, gehen normale Aufrufe weiter.',
    which: 'Welche Aufrufe das sind',
  },
  howTitle: 'Wie sie wirken',
  how: {
    minute: 'Beide Zählungen beginnen mit jeder Minute der Uhr neu. Was nicht verbraucht wurde, verfällt.',
    refused:
      'Ein Aufruf über der Grenze wird mit dem Status 429 abgelehnt; Retry-After sagt, nach wie vielen Sekunden er wieder möglich ist.',
    headers: 'Jede Antwort nennt die Grenze, was davon übrig ist und wann sie neu beginnt (X-RateLimit-Kopfzeilen).',
    wrong: 'Aufrufe mit abgelehnter Signatur zählen nicht, das Lesen der Grenze auch nicht.',
    owners: (calls) =>
      `Anwendungen, die CV-Inhaber erlaubt haben, haben eine eigene Grenze: ${calls} Aufrufe pro Minute für jede Anwendung und jeden Inhaber.`,
  },
  changeTitle: 'Wie man sie ändert',
  change: 'Der Betreiber des Servers setzt sie mit diesem Befehl. Jedes Gateway weiß es innerhalb einer Sekunde.',
};
