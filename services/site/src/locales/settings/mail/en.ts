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
  expiry: {
    subject: (company: string, days: string) => `API keys of ${company} expire within ${days}`,
    text: (company: string, list: string, url: string) =>
      `Hello,\n\nthese API keys of ${company} expire soon, and calls with them will be refused:\n\n${list}\n\nRoll them in time: the new key works beside the old one for as many days as you choose.\n\n${url}\n`,
  },
};

export type MailWords = typeof en;
