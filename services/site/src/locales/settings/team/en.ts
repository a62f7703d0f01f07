export const en = {
  title: 'Team',
  lead: 'Who may see and change the settings of your company.',
  people: 'People',
  person: 'E‑mail address',
  role: 'Role',
  since: 'Since',
  secondFactor: 'Second factor',
  on: 'On',
  off: 'Off',
  you: 'You',
  roleOf: (email: string) => `Role of ${email}`,
  saveRole: 'Change',
  saveRoleOf: (email: string) => `Change the role of ${email}`,
  remove: 'Remove…',
  removeOf: (email: string) => `Remove… ${email}`,
  rolesTitle: 'What the roles may do',
  roleMeans: {
    owner: 'Everything, and the team.',
    administrator: 'Change keys and applications.',
    viewer: 'Look at everything, change nothing.',
  },
  invite: {
    title: 'Invite somebody',
    email: 'E‑mail address',
    role: 'Role',
    submit: 'Invite',
    wrongEmail: 'This is not an e‑mail address.',
    member: 'This person is in the team already.',
  },
  invited: {
    title: 'Send this link yourself',
    lead: (email: string) =>
      `This server sends no mail. Send the link to ${email} in a way that nobody else can read: whoever opens it first joins the team. It works once, within seven days, and is shown only now.`,
    done: 'Done',
  },
  open: {
    title: 'Open invitations',
    until: 'Valid until',
    withdraw: 'Withdraw',
    withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
  },
  removal: {
    title: (email: string) => `Remove ${email}?`,
    lead: 'At once, every session of this person ends and nobody can sign in with this address. What they did stays in the audit log. Keys and applications stay as they are.',
    submit: 'Remove',
  },
  done: {
    invited: 'The invitation is on its way.',
    withdrawn: 'The invitation was withdrawn. Its link no longer works.',
    role: 'The role was changed. It holds at once.',
    removed: 'The person was removed.',
  },
  lastOwner: 'A company needs an owner. Make somebody else an owner first.',
};

export type TeamWords = typeof en;
