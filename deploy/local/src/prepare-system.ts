import { ensureMasterKeys, ensureServiceKeys } from './data-dir/generated-keys.ts';
import type { StartOptions } from './options.ts';
import { type Plan, type PlanOptions, planProcesses } from './plan.ts';
import { type Databases, ensureInstalled, planDatabases } from './plan-databases.ts';
import { choosePorts } from './ports/choose-ports.ts';
import type { PortChooser } from './ports/port-chooser.ts';
import { deployedServices } from './processes/deployables.ts';
import { canInstall } from './programs/apt.ts';
import { describeRequirements } from './programs/requirements.ts';
import { projectRoot } from './project-root.ts';
import type { LocalSettings } from './settings.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Everything that is determined before the first process starts. */
export type PreparedSystem = { databases: Databases; plan: Plan; planOptions: PlanOptions };

export type PrepareOptions = {
  settings: LocalSettings;
  options: Pick<StartOptions, 'gateways' | 'sites' | 'workers'>;
  /** Inherited by the processes. */
  environment: NodeJS.ProcessEnv;
  terminal: Terminal;
};

/**
 * Claims ports, locates or installs programs, and plans every process.
 * @throws {SetupError} with the message for the user.
 */
export async function prepareSystem(
  { settings, options, environment, terminal }: PrepareOptions,
  inside: PortChooser,
): Promise<PreparedSystem> {
  const { HOST: host, PORT: port } = settings;
  const ports = await choosePorts({ host, port, ...options, services: deployedServices(projectRoot) }, inside);
  const all = describeRequirements(settings, environment);
  // The system does not need poppler-utils, but developers who inspect PDFs do.
  const wanted = [all.browser, all.office, all.fonts, ...(canInstall() ? [all.poppler] : [])];
  const installed = await ensureInstalled(all, wanted, { settings, environment, terminal });
  const databases = await planDatabases(installed, all, ports, { settings, environment, terminal });
  const planOptions: PlanOptions = {
    root: projectRoot,
    node: process.execPath,
    host,
    ports,
    mongodbUri: databases.mongodbUri,
    redisUrls: databases.redisUrls,
    environment,
    masterKeys: settings.MASTER_KEYS ?? ensureMasterKeys(settings.DATA_DIR, new Date()),
    serviceKeys: ensureServiceKeys(settings.DATA_DIR),
    browser: installed.programs.get(all.browser),
    soffice: installed.programs.get(all.office),
  };
  return { databases, planOptions, plan: planProcesses(planOptions) };
}
