export const en = {
  title: 'Limits',
  lead: 'How many calls all keys of your company together may make in a minute.',
  aMinute: 'a minute',
  standard: {
    title: 'Standard calls',
    means: 'Every signed call that is not intensive.',
  },
  intensive: {
    title: 'Intensive calls',
    means: 'Those that cost most. They have a count of their own: when it is used up, standard calls go on.',
    which: 'Which calls these are',
  },
  howTitle: 'How they work',
  how: {
    minute: 'Both counts start anew with each minute of the clock. What was not used is not carried over.',
    refused:
      'A call above the limit is refused with the status 429; Retry-After says in how many seconds to try again.',
    headers: 'Every answer says the limit, what is left of it and when it starts anew (X-RateLimit headers).',
    wrong: 'Calls whose signature is refused do not count, and neither does reading the quota.',
    owners: (calls: string) =>
      `Applications that CV owners allowed have a limit of their own: ${calls} calls a minute for each application and owner.`,
  },
  changeTitle: 'How to change them',
  change: 'Whoever runs this server sets them with this command. Every gateway knows within a second.',
};

export type LimitsWords = typeof en;
