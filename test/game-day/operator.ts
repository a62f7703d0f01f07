import { Redis } from 'ioredis';
import type { Injected } from './faults.ts';
import type { Installation } from './installation.ts';

/** A command of a runbook, and what takes its place without a cluster. docs/game-day.md lists the substitutes. */
type Substitute = {
  command: RegExp;
  run(installation: Installation, injected: Injected, parameters: string[]): Promise<unknown>;
};

const SUBSTITUTES: readonly Substitute[] = [
  {
    command: /^kubectl rollout restart deployment\/vitae-(\w+) -n vitae$/,
    run: ({ cluster }, _, [component = '']) =>
      Promise.all(
        Object.keys(cluster.metrics)
          .filter((name) => name.replace(/-\d+$/, '') === component)
          .map((name) => cluster.process(name).restart()),
      ),
  },
  {
    command: /^kubectl delete pod -n vitae -l app\.kubernetes\.io\/component=mongodb$/,
    run: ({ database }) => database.recreate(),
  },
  {
    command: /^kubectl delete pod -n vitae -l app\.kubernetes\.io\/component=redis$/,
    run: ({ cluster }) => cluster.process('redis').restart(),
  },
  {
    command: /^helm rollback vitae -n vitae$/,
    run: async (_, { rollBack }) => {
      if (!rollBack) throw new Error('There is no earlier release: the fault is not an upgrade');
      await rollBack();
    },
  },
  // The wrong settings belong to the node. The pod that takes the place of a deleted one starts without them.
  { command: /^kubectl cordon \S+$/, run: async () => undefined },
  {
    command: /^kubectl delete pod (\S+) -n vitae$/,
    run: ({ cluster }, _, [pod = '']) => cluster.process(pod).restart('SIGKILL'),
  },
  {
    command: /^redis-cli -u "\$REDIS_ADMIN" (.+)$/,
    run: async ({ cluster }, _, [words = '']) => {
      const redis = new Redis(cluster.redisUrl);
      const [name = '', ...rest] = words.split(' ');
      await redis.call(name, ...rest).finally(() => redis.disconnect());
    },
  },
  { command: /^kubectl patch pvc data-vitae-mongodb-0 -n vitae -p /, run: ({ files }) => files.freeSpace() },
  { command: /^vitae (.+)$/, run: ({ cluster }, _, [words = '']) => cluster.vitae(...words.split(' ')) },
  { command: /^systemctl restart postfix$/, run: ({ mail }) => mail.start() },
];

/** Whether the command has a substitute. */
export const isExecutable = (command: string): boolean => SUBSTITUTES.some((one) => one.command.test(command));

/** Executes a command of a runbook. `values` replace words in capitals, such as POD. */
export async function execute(
  command: string,
  values: Readonly<Record<string, string>>,
  installation: Installation,
  injected: Injected,
): Promise<void> {
  const typed = withValues(command, values);
  const substitute = SUBSTITUTES.find((one) => one.command.test(typed));
  if (!substitute) throw new Error(`There is no substitute for ${typed}`);
  const [, ...parameters] = substitute.command.exec(typed) ?? [];
  await substitute.run(installation, injected, parameters);
}

const withValues = (command: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(new RegExp(`(?<=\\s)${name}\\b`, 'g'), value),
    command,
  );
