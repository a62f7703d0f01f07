import { Cluster, type Command, type Redis } from 'ioredis';
import { databaseDurations, errorTypeOf } from './database-durations.ts';
import type { Metrics } from './metrics.ts';

type Batch = { started: number; name: string; last: Command };

/** The label of commands that are sent together, if they differ. */
const PIPELINE = 'pipeline';
const OTHER = '_OTHER';
const MEASURED = new Set([
  ...['del', 'eval', 'evalsha', 'exists', 'expire', 'get', 'getdel', 'incr', 'info', 'mget', 'ping', 'publish', 'set'],
  ...['hget', 'hgetall', 'hincrby', 'hset', 'lrange', 'sadd', 'smembers', 'srem', 'time', 'ttl', 'xadd', 'xrange'],
  ...['xtrim', 'zadd', 'zcard', 'zrange', 'zrangebyscore', 'zrank', 'zrem', PIPELINE],
]);

/** Measures the commands of a connection, or of each connection to a node of a cluster. */
export function measureCommands(redis: Redis | Cluster, metrics: Metrics): void {
  if (redis instanceof Cluster) redis.on('+node', (node: Redis) => measureCommands(node, metrics));
  else {
    const observe = createMonitor(metrics);
    const send = redis.sendCommand.bind(redis);
    redis.sendCommand = (...parts) => {
      const reply = send(...parts);
      observe(parts[0]);
      return reply;
    };
  }
}

/**
 * Creates a monitor for one connection. It is called when a command is sent. Commands that are sent together, as
 * pipelines are, count as one: a promise for each command would cost requests more than the measurement is worth. Redis
 * replies in the order of the commands, so the last reply ends the batch.
 */
function createMonitor(metrics: Metrics): (command: Command) => void {
  const durations = databaseDurations(metrics);
  let open: Batch | undefined;
  const record = ({ started, name }: Batch, errorType: string) => {
    const operation = MEASURED.has(name) ? name.toUpperCase() : OTHER;
    durations.observe(
      { db_system_name: 'redis', db_collection_name: '', db_operation_name: operation, error_type: errorType },
      (performance.now() - started) / 1_000,
      // The batch belongs to several requests.
      '',
    );
  };
  const awaitReplies = () => {
    const batch = open as Batch;
    open = undefined;
    batch.last.promise.then(
      () => record(batch, ''),
      (error: unknown) => record(batch, errorTypeOf(error)),
    );
  };
  return (command) => {
    if (!open) {
      open = { started: performance.now(), name: command.name, last: command };
      // A pipeline is sent within one task.
      queueMicrotask(awaitReplies);
      return;
    }
    if (open.name !== command.name) open.name = PIPELINE;
    open.last = command;
  };
}
