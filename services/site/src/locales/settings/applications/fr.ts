import type { ApplicationsWords } from './en.ts';

export const fr: ApplicationsWords = {
  title: 'Applications',
  lead: 'Une application lit, par OAuth, les CV des titulaires qui l’ont autorisée. Chacune a sa propre clé de consommateur et demande à chaque titulaire.',
  create: 'Nouvelle application',
  empty: {
    title: 'Pas encore d’application',
    lead: 'Créez-en une quand des titulaires doivent laisser un de vos services lire leurs CV : un site d’emploi, l’outil d’un coach, une appli. Les appels au nom de votre entreprise demandent plutôt une clé.',
  },
  name: 'Nom',
  consumerKey: 'Clé de consommateur',
  state: 'État',
  states: { active: 'Active', disabled: 'Désactivée' },
  granted: 'Titulaires qui l’ont autorisée',
  created: 'Créée',
  disabledSince: 'Désactivée le',
  older: 'Plus anciennes',
  newest: 'Plus récentes',
  back: 'Toutes les applications',
  done: {
    saved: 'Les changements sont enregistrés.',
    disabled: 'L’application est désactivée. Toutes les passerelles refusent désormais ses appels.',
  },
  form: {
    nameHint: 'Les titulaires le voient quand leur accord est demandé.',
    callbacks: 'Adresses de retour',
    callbacksHint: 'Où les titulaires reviennent, une adresse par ligne. « oob » leur montre un code à la place.',
    rsa: 'Clé publique RSA (facultative)',
    rsaHint:
      'PEM, au moins 2 048 bits. Avec elle, l’application peut signer avec RSA-SHA1. Ne collez jamais de clé privée.',
    create: 'Créer l’application',
    save: 'Enregistrer',
    problems: {
      name: 'Donnez-lui un nom de 1 à 100 caractères.',
      callbacks: 'Donnez de 1 à 20 adresses de retour : entières, sans nom d’utilisateur ni fragment, ou « oob ».',
      rsa: 'Ce n’est pas une clé publique RSA seule, en PEM, d’au moins 2 048 bits.',
      privateKey:
        'C’est une clé privée, qui ne doit pas quitter son propriétaire. Elle n’a pas été conservée. Faites une nouvelle paire et collez la seule clé publique.',
    },
  },
  made: {
    title: (name) => `${name} est prête`,
    rolledTitle: (name) => `Nouveau secret pour ${name}`,
    once: 'Copiez maintenant ce qu’il vous faut : les secrets ne sont montrés que cette fois.',
    consumerKey: 'Clé de consommateur',
    consumerSecret: 'Secret de consommateur',
    apiKey: 'apiKey',
    apiKeyMeans:
      'La clé et le secret de consommateur signent au nom d’un titulaire. L’apiKey seule lit tous les titulaires qui ont autorisé l’application.',
    done: 'J’ai copié',
  },
  detail: {
    settings: 'Réglages',
    secrets: 'Secrets',
    secretsMeans:
      'Un nouveau secret vaut tout de suite, et l’ancien prend fin tout de suite. Les jetons des titulaires restent.',
    rollSecret: 'Nouveau secret de consommateur',
    rollApiKey: 'Nouvelle apiKey',
    disable: 'Désactiver',
    disableMeans:
      'Met fin à tous ses appels, tout de suite et partout. Les autorisations des titulaires prennent fin aussi.',
    kept: 'Elle est conservée pour mémoire.',
  },
  confirm: {
    secret: (name) => `Nouveau secret de consommateur pour ${name} ?`,
    apiKey: (name) => `Nouvelle apiKey pour ${name} ?`,
    rollLead:
      'L’ancien prend fin tout de suite sur toutes les passerelles : l’application ne peut plus appeler avant d’avoir le nouveau.',
    rollSubmit: 'En créer un nouveau',
    disable: (name) => `Désactiver ${name} ?`,
    disableLead: 'Toutes les passerelles refusent ses appels en moins d’une seconde. C’est définitif.',
    nobody: 'Aucun titulaire ne l’a autorisée : personne ne perd rien.',
    owners: {
      one: 'Elle perdra l’accès aux CV d’un titulaire.',
      other: (count) => `Elle perdra l’accès aux CV de ${count} titulaires.`,
    },
    disableSubmit: 'La désactiver maintenant',
  },
};
