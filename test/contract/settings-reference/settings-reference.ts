import { join } from 'node:path';
import { configSchema as comments } from '@vitae/comments/config';
import { configSchema as exportWorker } from '@vitae/export/config';
import { cliSettingsSchema } from '@vitae/gateway/cli/connect';
import { configSchema as gateway } from '@vitae/gateway/config';
import { RENAMED_SETTINGS } from '@vitae/kit/setting-names';
import { innerSchema, settingMeta } from '@vitae/kit/settings';
import { settingsSchema as localRun } from '@vitae/local/settings';
import { configSchema as metadata } from '@vitae/metadata/config';
import { configSchema as preferences } from '@vitae/preferences/config';
import { configSchema as resume } from '@vitae/resume/config';
import { configSchema as site } from '@vitae/site/config';
import { configSchema as stats } from '@vitae/stats/config';
import { z } from 'zod';
import { projectRoot } from '../../support/project-root.ts';

export const settingsFile = join(projectRoot, 'docs/settings.md');

const LOCAL_RUN = 'npm start';

/** The settings of every process, in the order in which the reference names the processes. */
const settingsOf: Readonly<Record<string, z.ZodType>> = {
  gateway,
  site,
  resume,
  preferences,
  metadata,
  comments,
  stats,
  'export worker': exportWorker,
  'command line': cliSettingsSchema,
  [LOCAL_RUN]: localRun,
};

export const processNames = Object.keys(settingsOf);

const SERVICES = ['resume', 'preferences', 'metadata', 'comments', 'stats'];
const ALL = [...SERVICES, 'gateway', 'site', 'export worker'];

/** A setting of some processes. The same name has several entries if it means different things. */
export type DocumentedSetting = {
  name: string;
  description: string;
  values: string;
  /** By process. */
  defaults: Map<string, string>;
};

/** Returns all settings by name. */
export function documentedSettings(): DocumentedSetting[] {
  const settings = new Map<string, DocumentedSetting>();
  for (const [process, schema] of Object.entries(settingsOf)) {
    for (const [name, field] of Object.entries(fieldsOf(schema))) {
      const { description = '', values = '', defaultText } = metaOf(field);
      const id = `${name} ${description} ${values}`;
      const setting = settings.get(id) ?? { name, description, values, defaults: new Map() };
      setting.defaults.set(process, defaultText ?? defaultOf(field));
      settings.set(id, setting);
    }
  }
  return [...settings.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Returns the text of docs/settings.md. */
export function settingsReference(): string {
  const settings = documentedSettings();
  const local = settings.filter(({ defaults }) => defaults.has(LOCAL_RUN));
  const ofProcesses = settings.filter(({ defaults }) => [...defaults.keys()].some((process) => process !== LOCAL_RUN));
  const tables = [
    ['Processes', tableOf(['Name', 'Process', 'Values', 'Default', 'Meaning'], ofProcesses.map(rowOfProcesses))],
    ['Local run', tableOf(['Name', 'Values', 'Default', 'Meaning'], local.map(localRow))],
    ['Renamed settings', tableOf(['Old name', 'New name'], renamed)],
  ];
  return `${INTRODUCTION}${tables.map(([title, table]) => `\n## ${title}\n\n${table}`).join('')}`;
}

const INTRODUCTION = `# Settings

Settings are environment variables. Each can be read from a file: \`MASTER_KEYS_FILE=/run/secrets/master-keys\` sets \`MASTER_KEYS\`. A process with missing or invalid settings does not start and lists all problems. It also warns about unknown variables that resemble a setting. \`npm start\` passes all settings to the processes and generates those that are required.

The name of a setting shows its unit: \`_MS\` milliseconds, \`_MB\` megabytes, \`_HOURS\`, \`_DAYS\`. The "services" are resume, preferences, metadata, comments and stats. This page is generated from the code (\`npm run generate:settings\`).

Addresses of Redis, also of clusters and sentinels, are described under [Redis addresses](running.md#redis-addresses), and the keys under [rotating keys](running.md#rotating-keys).
`;

function fieldsOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape;
  const inner = innerSchema(schema);
  if (!inner) throw new TypeError('Settings are described by a z.object');
  return fieldsOf(inner);
}

function metaOf(field: z.core.$ZodType): { description?: string; values?: string; defaultText?: string } {
  const enumeration = find(field, (one) => one instanceof z.ZodEnum);
  const options = enumeration?.options.map((option) => `\`${option}\``).join(', ');
  return { ...(options && { values: options }), ...settingMeta(field) };
}

function defaultOf(field: z.core.$ZodType): string {
  const value = find(field, (one) => one instanceof z.ZodDefault)?.def.defaultValue;
  if (value !== undefined) return String(value) === '' ? 'none' : `\`${value}\``;
  return z.core.safeParse(field, undefined).success ? 'none' : 'required';
}

function find<T extends z.core.$ZodType>(
  schema: z.core.$ZodType | undefined,
  is: (schema: z.core.$ZodType) => schema is T,
): T | undefined {
  return schema && (is(schema) ? schema : find(innerSchema(schema), is));
}

const rowOfProcesses = (setting: DocumentedSetting): string[] => {
  const defaults = new Map([...setting.defaults].filter(([process]) => process !== LOCAL_RUN));
  const [name = '', ...rest] = row(setting, defaults);
  return [name, processesText([...defaults.keys()]), ...rest];
};
const localRow = (setting: DocumentedSetting): string[] =>
  row(setting, new Map([[LOCAL_RUN, setting.defaults.get(LOCAL_RUN) ?? '']]));
const renamed = Object.entries(RENAMED_SETTINGS).map(([old, name]) => [`\`${old}\``, `\`${name}\``]);

function row({ name, values, description }: DocumentedSetting, defaults: Map<string, string>): string[] {
  const meaning = `${description.slice(0, 1).toUpperCase()}${description.slice(1)}${description.endsWith('.') ? '' : '.'}`;
  return [`\`${name}\``, values, defaultsText(defaults), meaning];
}

function processesText(processes: readonly string[]): string {
  if (ALL.every((one) => processes.includes(one))) return 'all';
  if (!SERVICES.every((one) => processes.includes(one))) return processes.join(', ');
  return [...processes.filter((one) => !SERVICES.includes(one)), 'services'].join(', ');
}

function defaultsText(defaults: DocumentedSetting['defaults']): string {
  const byValue = Map.groupBy(defaults, ([, value]) => value);
  if (byValue.size === 1) return [...byValue.keys()].join();
  return [...byValue]
    .map(([value, entries]) => `${value} (${entries.map(([process]) => process).join(', ')})`)
    .join(', ');
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

function tableOf(heading: readonly string[], rows: readonly string[][]): string {
  return `${lineOf(heading)}|${'---|'.repeat(heading.length)}\n${rows.map(lineOf).join('')}`;
}
