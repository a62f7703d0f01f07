/** How one process of the system is started and probed. */
export type ProcessSpec = {
  name: string;
  /** The folder of its package; undefined for a program that is not part of the project. */
  folder?: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** The address of the process in run.json. */
  url: string;
  /** The address of the process's metrics, for run.json. */
  metrics?: string;
  /** Readiness probe, which is polled: resolves if the process is ready, rejects otherwise. */
  ready(): Promise<void>;
  /** Routine output is written to the log file only. */
  quiet: boolean;
  knownFailures?: KnownFailure[];
  /** The system stops if this process cannot be restarted. */
  essential: boolean;
};

/** What a process prints before it exits for a known reason, and the explanation for the user. */
export type KnownFailure = { pattern: RegExp; explanation: string };
