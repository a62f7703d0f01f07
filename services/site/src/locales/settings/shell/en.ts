export const en = {
  title: 'Settings',
  menu: 'Menu',
  areas: {
    keys: 'Keys',
    consumption: 'Consumption',
    signature: 'Signature help',
    applications: 'Applications',
    limits: 'Limits',
    team: 'Team',
    audit: 'Audit log',
    security: 'Security',
    queue: 'Export queue',
  },
  groups: { api: 'API', company: 'Company', you: 'You', operator: 'Operation' },
  roles: { owner: 'Owner', administrator: 'Administrator', viewer: 'Viewer' },
  forbidden: {
    title: 'Your role does not allow this',
    viewer: 'You may look at everything here and change nothing. An owner of your company can give you another role.',
    administrator: 'Only an owner of your company may do this.',
    back: 'Back to where you were',
  },
  cancel: 'Cancel',
  operator: 'Operator',
};

export type ShellWords = typeof en;
