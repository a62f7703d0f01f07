import { unlimitedReadOf, violationOf } from './query-target.ts';

type Command = Record<string, unknown>;
type CommandStarted = { command: Command };

/**
 * Reports each command of this process that all shards would execute, and each read without a time limit, unless it is
 * listed in shard-keys.ts.
 */
export async function watchQueries(
  report: (violation: string) => void,
  isIgnored: (command: Command) => boolean = () => false,
): Promise<void> {
  const { mongo } = (await import('mongoose')).default;
  const client = mongo.MongoClient.prototype;
  const connect = client.connect;
  client.connect = function connectWatched(this: typeof client & { monitorCommands: boolean }) {
    if (!isWatched.has(this)) {
      isWatched.add(this);
      this.monitorCommands = true;
      this.on('commandStarted', ({ command }: CommandStarted) => {
        if (isIgnored(command)) return;
        for (const violation of [violationOf(command), unlimitedReadOf(command)])
          if (violation !== undefined) report(violation);
      });
    }
    return connect.call(this);
  };
}

const isWatched = new WeakSet<object>();
