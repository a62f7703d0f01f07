/** One process of the system: how it is started and how one sees that it is ready. */
export type ProcessSpec = {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Where it is reached, as run.json says it. */
  url: string;
  /** Resolves when it serves; rejects as long as it does not. Asked again and again. */
  ready(): Promise<void>;
  /** Its ordinary talk is kept in its log file only. */
  quiet: boolean;
  /** What it says before it dies, and what that means to the person at the terminal. */
  knownFailures?: KnownFailure[];
  /** The system cannot be of use without it: when it cannot be brought back, all ends. */
  essential: boolean;
};

export type KnownFailure = { says: RegExp; sentence: string };
