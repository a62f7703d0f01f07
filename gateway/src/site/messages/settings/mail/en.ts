export const en = {
  reset: {
    subject: 'A new password for the settings of Vitae',
    text: (url: string, minutes: string) =>
      `Hello,\n\nsomebody asked for a new password for this address. Choose it here, within ${minutes} minutes:\n\n${url}\n\nIf that was not you, do nothing: your password stays as it is.\n`,
  },
  invitation: {
    subject: (company: string) => `Invitation to the settings of ${company}`,
    text: (inviter: string, company: string, url: string) =>
      `Hello,\n\n${inviter} invites you to the settings of ${company}. Accept here, within seven days:\n\n${url}\n\nThe link works once.\n`,
  },
};

export type MailWords = typeof en;
