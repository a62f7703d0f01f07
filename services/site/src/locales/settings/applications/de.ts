import type { ApplicationsWords } from './en.ts';

export const de: ApplicationsWords = {
  title: 'Anwendungen',
  lead: 'Eine Anwendung liest über OAuth die CVs der Inhaber, die es ihr erlaubt haben. Jede hat ihren eigenen Consumer Key und fragt jeden Inhaber.',
  create: 'Neue Anwendung',
  empty: {
    title: 'Noch keine Anwendung',
    lead: 'Erstellen Sie eine, wenn CV-Inhaber einem Ihrer Dienste ihre CVs zeigen sollen: einer Stellenbörse, dem Werkzeug eines Coachs, einer App. Für Aufrufe im Namen Ihrer Firma brauchen Sie einen Schlüssel.',
  },
  name: 'Name',
  consumerKey: 'Consumer Key',
  state: 'Zustand',
  states: { active: 'Aktiv', disabled: 'Abgeschaltet' },
  granted: 'Inhaber, die sie erlaubt haben',
  created: 'Erstellt',
  disabledSince: 'Abgeschaltet am',
  older: 'Ältere',
  newest: 'Neueste',
  back: 'Alle Anwendungen',
  done: {
    saved: 'Die Änderungen sind gespeichert.',
    disabled: 'Die Anwendung ist abgeschaltet. Jedes Gateway lehnt ihre Aufrufe ab jetzt ab.',
  },
  form: {
    nameHint: 'Inhaber sehen ihn, wenn sie gefragt werden.',
    callbacks: 'Rückkehradressen',
    callbacksHint: 'Wohin Inhaber zurückkehren, eine Adresse je Zeile. „oob“ zeigt ihnen stattdessen einen Code.',
    rsa: 'Öffentlicher RSA-Schlüssel (wenn nötig)',
    rsaHint:
      'PEM, mindestens 2.048 Bit. Damit darf die Anwendung mit RSA-SHA1 signieren. Fügen Sie nie einen privaten Schlüssel ein.',
    create: 'Anwendung erstellen',
    save: 'Speichern',
    problems: {
      name: 'Geben Sie ihr einen Namen mit 1 bis 100 Zeichen.',
      callbacks: 'Geben Sie 1 bis 20 Rückkehradressen an: ganze Adressen ohne Benutzernamen und Fragment, oder „oob“.',
      rsa: 'Das ist kein einzelner öffentlicher RSA-Schlüssel in PEM mit mindestens 2.048 Bit.',
      privateKey:
        'Das ist ein privater Schlüssel, der seinen Besitzer nicht verlassen darf. Er wurde nicht gespeichert. Erzeugen Sie ein neues Paar und fügen Sie nur den öffentlichen Schlüssel ein.',
    },
  },
  made: {
    title: (name) => `${name} ist bereit`,
    rolledTitle: (name) => `Neues Geheimnis für ${name}`,
    once: 'Kopieren Sie jetzt, was Sie brauchen: Geheimnisse werden nur dieses eine Mal gezeigt.',
    consumerKey: 'Consumer Key',
    consumerSecret: 'Consumer Secret',
    apiKey: 'apiKey',
    apiKeyMeans:
      'Consumer Key und Secret signieren im Namen eines Inhabers. Der apiKey allein liest alle Inhaber, die die Anwendung erlaubt haben.',
    done: 'Ich habe es kopiert',
  },
  detail: {
    settings: 'Angaben',
    secrets: 'Geheimnisse',
    secretsMeans: 'Ein neues Geheimnis gilt sofort, das alte endet sofort. Die Token der Inhaber bleiben.',
    rollSecret: 'Neues Consumer Secret',
    rollApiKey: 'Neuer apiKey',
    disable: 'Abschalten',
    disableMeans: 'Beendet alle ihre Aufrufe sofort und überall. Auch die Erlaubnisse der Inhaber enden.',
    kept: 'Sie bleibt zum Nachlesen hier.',
  },
  confirm: {
    secret: (name) => `Neues Consumer Secret für ${name}?`,
    apiKey: (name) => `Neuer apiKey für ${name}?`,
    rollLead: 'Das alte endet sofort auf jedem Gateway: Die Anwendung kann nichts aufrufen, bis sie das neue hat.',
    rollSubmit: 'Neu erstellen',
    disable: (name) => `${name} abschalten?`,
    disableLead:
      'Alle Gateways lehnen ihre Aufrufe innerhalb einer Sekunde ab. Das lässt sich nicht rückgängig machen.',
    nobody: 'Kein Inhaber hat sie erlaubt: Niemand verliert etwas.',
    owners: {
      one: 'Sie verliert den Zugang zu den CVs eines Inhabers.',
      other: (count) => `Sie verliert den Zugang zu den CVs von ${count} Inhabern.`,
    },
    disableSubmit: 'Jetzt abschalten',
  },
};
