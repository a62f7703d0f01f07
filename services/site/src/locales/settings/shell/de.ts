import type { ShellWords } from './en.ts';

export const de: ShellWords = {
  title: 'Einstellungen',
  menu: 'Menü',
  areas: {
    keys: 'Schlüssel',
    consumption: 'Verbrauch',
    signature: 'Signaturhilfe',
    applications: 'Anwendungen',
    limits: 'Grenzen',
    team: 'Team',
    audit: 'Protokoll',
    security: 'Sicherheit',
    queue: 'Exportwarteschlange',
  },
  groups: { api: 'API', company: 'Firma', you: 'Sie', operator: 'Betrieb' },
  roles: { owner: 'Inhaber', administrator: 'Verwalter', viewer: 'Betrachter' },
  forbidden: {
    title: 'Ihre Rolle erlaubt das nicht',
    viewer:
      'Sie können hier alles ansehen und nichts ändern. Ein Inhaber Ihrer Firma kann Ihnen eine andere Rolle geben.',
    administrator: 'Das darf nur ein Inhaber Ihrer Firma.',
    back: 'Zurück',
  },
  cancel: 'Abbrechen',
  operator: 'Betreiber',
};
