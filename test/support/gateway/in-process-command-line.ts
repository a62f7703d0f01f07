type Run = (args: string[], environment: NodeJS.ProcessEnv) => Promise<number>;
type Printed = { status: number; out: string; error: string };

/** Runs commands of the command line in this process. `environment` is read by each command. */
export function createInProcessCommandLine(run: Run, environment: NodeJS.ProcessEnv) {
  async function vitae(...args: string[]): Promise<Printed> {
    const printed = { out: '', error: '' };
    const [out, error] = [process.stdout.write, process.stderr.write];
    const capture = (stream: 'out' | 'error') => (text: string) => {
      printed[stream] += text;
      return true;
    };
    process.stdout.write = capture('out') as typeof process.stdout.write;
    process.stderr.write = capture('error') as typeof process.stderr.write;
    try {
      const status = await run(args, environment);
      return { status, ...printed };
    } finally {
      process.stdout.write = out;
      process.stderr.write = error;
    }
  }

  return {
    vitae,
    /** Expects success and returns the JSON output. */
    async json<T = Record<string, unknown>>(...args: string[]): Promise<T> {
      const printed = await vitae(...args, '--json');
      expect([printed.status, printed.error]).toEqual([0, '']);
      expect(printed.out.trimEnd()).not.toContain('\n');
      return JSON.parse(printed.out) as T;
    },
    /** Expects a failure and returns the exit status, code and message. */
    async failure(...args: string[]): Promise<[number, string, string]> {
      const { status, out, error } = await vitae(...args, '--json');
      expect(out).toBe('');
      const { code, message } = (JSON.parse(error) as { error: { code: string; message: string } }).error;
      return [status, code, message];
    },
  };
}
