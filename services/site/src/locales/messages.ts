import { readFileSync } from 'node:fs';
import { isolateText } from '@vitae/kit/isolate-text';
import { type Locale, locales } from '@vitae/proto/locale';
import { IntlMessageFormat } from 'intl-messageformat';
import type accessLog from './en/access-log.json';
import type account from './en/account.json';
import type applications from './en/applications.json';
import type audit from './en/audit.json';
import type comments from './en/comments.json';
import type common from './en/common.json';
import type consent from './en/consent.json';
import type consumption from './en/consumption.json';
import type data from './en/data.json';
import type editor from './en/editor.json';
import type keys from './en/keys.json';
import type landing from './en/landing.json';
import type limits from './en/limits.json';
import type mail from './en/mail.json';
import type newCv from './en/new-cv.json';
import type oauthHelp from './en/oauth-help.json';
import type password from './en/password.json';
import type preferences from './en/preferences.json';
import type profile from './en/profile.json';
import type publicCvs from './en/public-cvs.json';
import type security from './en/security.json';
import type settings from './en/settings.json';
import type share from './en/share.json';
import type signIn from './en/sign-in.json';
import type signatureHelp from './en/signature-help.json';
import type statistics from './en/statistics.json';
import type team from './en/team.json';
import type users from './en/users.json';
import type versions from './en/versions.json';

/** The messages of one language: one group for each JSON file. Tests ensure that every language has those of English. */
export type MessageGroups = {
  accessLog: typeof accessLog;
  account: typeof account;
  applications: typeof applications;
  audit: typeof audit;
  comments: typeof comments;
  common: typeof common;
  consent: typeof consent;
  consumption: typeof consumption;
  data: typeof data;
  editor: typeof editor;
  keys: typeof keys;
  landing: typeof landing;
  limits: typeof limits;
  mail: typeof mail;
  newCv: typeof newCv;
  oauthHelp: typeof oauthHelp;
  password: typeof password;
  preferences: typeof preferences;
  profile: typeof profile;
  publicCvs: typeof publicCvs;
  security: typeof security;
  settings: typeof settings;
  share: typeof share;
  signIn: typeof signIn;
  signatureHelp: typeof signatureHelp;
  statistics: typeof statistics;
  team: typeof team;
  users: typeof users;
  versions: typeof versions;
};

const files: Record<keyof MessageGroups, string> = {
  accessLog: 'access-log',
  account: 'account',
  applications: 'applications',
  audit: 'audit',
  comments: 'comments',
  common: 'common',
  consent: 'consent',
  consumption: 'consumption',
  data: 'data',
  editor: 'editor',
  keys: 'keys',
  landing: 'landing',
  limits: 'limits',
  mail: 'mail',
  newCv: 'new-cv',
  oauthHelp: 'oauth-help',
  password: 'password',
  preferences: 'preferences',
  profile: 'profile',
  publicCvs: 'public-cvs',
  security: 'security',
  settings: 'settings',
  share: 'share',
  signIn: 'sign-in',
  signatureHelp: 'signature-help',
  statistics: 'statistics',
  team: 'team',
  users: 'users',
  versions: 'versions',
};

export type Messages = MessageGroups & {
  /** Formats a message that has arguments (ICU message format). Names cannot change the direction of the message. */
  text(message: string, values: Record<string, string | number>): string;
  number(value: number): string;
};

const messages = Object.fromEntries(locales.map((locale) => [locale, loadMessages(locale)])) as Record<
  Locale,
  Messages
>;

export function messagesFor(locale: Locale): Messages {
  return messages[locale];
}

function loadMessages(locale: Locale): Messages {
  const groups = Object.entries(files).map(([group, file]) => [group, readMessages(locale, file)]);
  const numbers = new Intl.NumberFormat(locale);
  return {
    ...(Object.fromEntries(groups) as MessageGroups),
    text: createFormatter(locale),
    number: (value) => numbers.format(value),
  };
}

function readMessages(locale: Locale, file: string): unknown {
  return JSON.parse(readFileSync(new URL(`./${locale}/${file}.json`, import.meta.url), 'utf8'));
}

/** Parses each message once. Tags are text: the pages escape what they show. */
function createFormatter(locale: Locale): Messages['text'] {
  const formats = new Map<string, IntlMessageFormat>();
  return (message, values) => {
    let format = formats.get(message);
    if (!format) {
      format = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
      formats.set(message, format);
    }
    const isolated = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolateText(value) : value,
    ]);
    return String(format.format(Object.fromEntries(isolated)));
  };
}
