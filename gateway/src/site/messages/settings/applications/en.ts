export const en = {
  title: 'Applications',
  lead: 'An application reads the CVs of owners who allowed it, through OAuth. Each has its own consumer key, and asks each owner.',
  create: 'New application',
  empty: {
    title: 'No application yet',
    lead: 'Make one when CV owners shall let a service of yours read their CVs: a job board, a coach’s tool, an app. Calls on behalf of your company need a key instead.',
  },
  name: 'Name',
  consumerKey: 'Consumer key',
  state: 'State',
  states: { active: 'Active', disabled: 'Disabled' },
  granted: 'Owners who allowed it',
  created: 'Created',
  disabledSince: 'Disabled',
  back: 'All applications',
  done: {
    saved: 'The changes are saved.',
    disabled: 'The application is disabled. Every gateway refuses its calls from now on.',
  },
  form: {
    nameHint: 'Owners see it when they are asked.',
    callbacks: 'Callbacks',
    callbacksHint: 'Where owners return to, one address a line. “oob” shows them a code instead.',
    rsa: 'RSA public key (optional)',
    rsaHint: 'PEM, at least 2,048 bits. With it the application may sign with RSA-SHA1. Never paste a private key.',
    create: 'Create application',
    save: 'Save',
    problems: {
      name: 'Give it a name of 1 to 100 characters.',
      callbacks: 'Give 1 to 20 callbacks: whole addresses without user name or fragment, or “oob”.',
      rsa: 'This is not one RSA public key in PEM with at least 2,048 bits.',
      privateKey:
        'This is a private key, which must not leave its owner. It was not stored. Make a new pair and paste the public key alone.',
    },
  },
  made: {
    title: (name: string) => `${name} is ready`,
    rolledTitle: (name: string) => `New secret for ${name}`,
    once: 'Copy what you need now: secrets are shown this once only.',
    consumerKey: 'Consumer key',
    consumerSecret: 'Consumer secret',
    apiKey: 'apiKey',
    apiKeyMeans:
      'The consumer key and secret sign in the name of one owner. The apiKey alone reads all owners who allowed the application.',
    done: 'I have copied it',
  },
  detail: {
    settings: 'Settings',
    secrets: 'Secrets',
    secretsMeans: 'A new secret works at once, and the old one ends at once. Tokens of owners stay.',
    rollSecret: 'New consumer secret',
    rollApiKey: 'New apiKey',
    disable: 'Disable',
    disableMeans: 'Ends all its calls at once, everywhere. Owners’ permissions end with it.',
    kept: 'It is kept for the record.',
  },
  confirm: {
    secret: (name: string) => `New consumer secret for ${name}?`,
    apiKey: (name: string) => `New apiKey for ${name}?`,
    rollLead: 'The old one ends at once on every gateway: the application cannot call until it has the new one.',
    rollSubmit: 'Make a new one',
    disable: (name: string) => `Disable ${name}?`,
    disableLead: 'All gateways refuse its calls within a second. This cannot be undone.',
    nobody: 'No owner has allowed it, so nobody loses anything.',
    owners: {
      one: 'It will lose access to the CVs of one owner.',
      other: (count: string) => `It will lose access to the CVs of ${count} owners.`,
    },
    disableSubmit: 'Disable it now',
  },
};

export type ApplicationsWords = typeof en;
