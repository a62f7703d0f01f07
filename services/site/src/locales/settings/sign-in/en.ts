export const en = {
  title: 'Sign in to the settings',
  lead: 'For those who look after the keys, applications and limits of a company.',
  email: 'E‑mail address',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'This address and password do not belong together. Check both and try again.',
  tooMany: (minutes: string) => `There were too many attempts. Try again in ${minutes}.`,
  expired: 'This form had expired. Please try again.',
  signedOut: 'You are signed out.',
  passwordSet: 'Your new password is set. Sign in with it.',
  forgotten: 'Password forgotten?',
  code: {
    title: 'One more step',
    lead: 'Type the six digits that your authenticator app shows now.',
    label: 'Code',
    hint: 'Without your device, type one of your recovery codes instead.',
    submit: 'Go on',
    wrong: 'This code is not right, or was used already. Wait for the next one.',
    expired: 'That took too long. Sign in once more.',
    back: 'Back to sign-in',
  },
  forgottenPage: {
    title: 'Password forgotten',
    lead: 'If the address belongs to an administrator, a link to choose a new password goes out to it. It works once, within 30 minutes.',
    noMail:
      'This server sends no mail. Ask an owner of your company or whoever runs the server: the command `vitae admin reset` makes a link for you.',
    submit: 'Send the link',
    sentTitle: 'Look into your mailbox',
    sent: 'If the address belongs to an administrator, a link is on its way to it. It works once, within 30 minutes.',
    tooMany: 'That was asked too often. Try again later.',
    back: 'Back to sign-in',
  },
  resetPage: {
    title: 'Choose a new password',
    lead: (email: string) => `For ${email}. Every place where you are signed in is signed out.`,
    submit: 'Set the password',
  },
  invitationPage: {
    title: (company: string) => `Join ${company}`,
    lead: (inviter: string, company: string, role: string) =>
      `${inviter} invites you to the settings of ${company}. Your role: ${role}.`,
    leadOperator: (company: string, role: string) =>
      `You are invited to the settings of ${company}. Your role: ${role}.`,
    email: 'You sign in with this address',
    password: 'Choose a password',
    submit: 'Accept and sign in',
    taken: 'There is an administrator with this address already. Sign in, or ask for an invitation to another address.',
  },
  deadLink: {
    title: 'This link does not work',
    lead: 'It was used already, has expired or was withdrawn. Ask for a new one.',
  },
};

export type SignInWords = typeof en;
