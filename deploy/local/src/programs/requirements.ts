import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalSettings } from '../settings.ts';
import { which } from './which.ts';

/** A program or file that must be installed on the machine. */
export type Requirement = {
  title: string;
  /** The setting with its path, if it is not installed in a standard place. */
  setting?: 'REDIS_SERVER_BINARY' | 'PUPPETEER_EXECUTABLE_PATH' | 'SOFFICE_BINARY';
  /** Returns its path, or a path that proves its presence; undefined if it is missing. */
  find(): Promise<string | undefined>;
  apt: string[];
  /** The system also runs without it. */
  optional?: true;
  /** The command that installs it on macOS. */
  macos?: string;
  /** The command that installs it without a package manager. */
  download?: string;
};

export type Requirements = Record<
  'redis' | 'browser' | 'office' | 'fonts' | 'poppler' | 'procps' | 'curl' | 'libcurl' | 'haproxy' | 'nginx' | 'java',
  Requirement
>;

const FONTS = '/usr/share/fonts';
const BROWSER_DOWNLOAD = 'npx -y @puppeteer/browsers install chrome-headless-shell@stable --path ~/.cache/puppeteer';

export function describeRequirements(settings: LocalSettings, environment: NodeJS.ProcessEnv): Requirements {
  const onPath =
    (...names: string[]) =>
    async () =>
      which(names, environment.PATH);
  return {
    browser: browser(settings, environment.PATH),
    office: office(environment.PATH),
    fonts,
    libcurl,
    redis: {
      title: 'Redis',
      setting: 'REDIS_SERVER_BINARY',
      find: onPath('redis-server', '/opt/homebrew/bin/redis-server'),
      apt: ['redis-server'],
      macos: 'brew install redis',
    },
    poppler: {
      title: 'poppler-utils',
      find: onPath('pdftotext', '/opt/homebrew/bin/pdftotext'),
      apt: ['poppler-utils'],
      macos: 'brew install poppler',
    },
    curl: { title: 'curl', find: onPath('curl'), apt: ['curl'] },
    // Debian installs load balancers in /usr/sbin, which is not on every PATH.
    haproxy: {
      title: 'HAProxy',
      find: onPath('haproxy', '/usr/sbin/haproxy', '/opt/homebrew/bin/haproxy'),
      apt: ['haproxy'],
      macos: 'brew install haproxy',
    },
    nginx: {
      title: 'nginx',
      find: onPath('nginx', '/usr/sbin/nginx', '/opt/homebrew/bin/nginx'),
      apt: ['nginx-light'],
      macos: 'brew install nginx',
    },
    java: {
      title: 'Java',
      find: onPath('java'),
      apt: ['default-jre-headless'],
      macos: 'brew install openjdk',
    },
    procps: { title: 'ps', find: onPath('ps'), apt: ['procps'] },
  };
}

const browser = (settings: LocalSettings, path: string | undefined): Requirement => ({
  title: 'Browser',
  setting: 'PUPPETEER_EXECUTABLE_PATH',
  // The headless shell is preferred: it starts in half the time of a full browser and prints the same.
  find: async () =>
    which(['chromium-headless-shell', 'chrome-headless-shell'], path) ??
    (await downloadedByPuppeteer(settings)) ??
    which(
      [
        'chromium',
        'chromium-browser',
        'google-chrome',
        'google-chrome-stable',
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      ],
      path,
    ),
  apt: ['chromium-headless-shell'],
  macos: BROWSER_DOWNLOAD,
  download: BROWSER_DOWNLOAD,
});

const office = (path: string | undefined): Requirement => ({
  title: 'LibreOffice',
  setting: 'SOFFICE_BINARY',
  find: async () => {
    const soffice = which(['soffice', 'libreoffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'], path);
    // Debian packages the writer and the Python bridge separately; both are required.
    const partial =
      soffice?.startsWith('/usr/bin/') &&
      !(existsSync('/usr/lib/libreoffice/program/libswlo.so') && existsSync('/usr/lib/python3/dist-packages/uno.py'));
    return partial ? undefined : soffice;
  },
  apt: ['libreoffice-writer-nogui', 'python3-uno'],
  macos: 'brew install --cask libreoffice',
});

const fonts: Requirement = {
  title: 'Fonts',
  optional: true, // other distributions install fonts elsewhere; without them, some scripts appear as boxes
  find: async () => {
    if (process.platform !== 'linux') return 'of the system';
    const all = [
      'truetype/crosextra/Carlito-Regular.ttf',
      'truetype/crosextra/Caladea-Regular.ttf',
      'truetype/liberation',
      'truetype/noto/NotoSans-Regular.ttf',
      'opentype/noto/NotoSansCJK-Regular.ttc',
      'truetype/noto/NotoColorEmoji.ttf',
      'truetype/ancient-scripts/Symbola_hint.ttf',
    ];
    return all.every((font) => existsSync(join(FONTS, font))) ? FONTS : undefined;
  },
  apt: [
    'fonts-crosextra-carlito',
    'fonts-crosextra-caladea',
    'fonts-liberation',
    'fonts-noto-core',
    'fonts-noto-cjk',
    'fonts-noto-color-emoji',
    'fonts-symbola',
  ],
};

const libcurl: Requirement = {
  title: 'libcurl (for mongod)',
  find: async () => {
    if (process.platform !== 'linux') return 'of the system';
    for await (const file of glob('/{usr/,}lib/{*/,}libcurl.so.4')) return file;
    return undefined;
  },
  apt: ['libcurl4'],
};

async function downloadedByPuppeteer(settings: LocalSettings): Promise<string | undefined> {
  for await (const file of glob(
    join(settings.XDG_CACHE_HOME, 'puppeteer/chrome-headless-shell/*/*/chrome-headless-shell'),
  ))
    return file;
  return undefined;
}
