import { Cluster, type Command, Redis } from 'ioredis';

/** Times out a command after about 850 ms, so that a request that needs Redis fails within a second. */
const TICK_MS = 50;
const TIMEOUT_TICKS = 17;

/**
 * Times out Redis commands. Elapsed time is counted in timer intervals of 50 ms, and a blocked event loop counts as one.
 * A long synchronous task in this process is therefore not mistaken for a slow Redis: rejecting a reply that has arrived
 * but was not read yet would fail a request that was already charged and whose nonce is already used.
 */
class CommandTimer {
  /** Pending commands by the tick in which they were sent, oldest first. */
  private readonly ticks: Command[][] = [];
  private currentTick: Command[] = [];
  private timer: NodeJS.Timeout | undefined;

  start(command: Command): void {
    this.currentTick.push(command);
    this.timer ??= setInterval(() => this.nextTick(), TICK_MS).unref();
  }

  private nextTick(): void {
    this.ticks.push(this.currentTick.filter(isPending));
    this.currentTick = [];
    if (this.ticks.length > TIMEOUT_TICKS) {
      for (const command of this.ticks.shift() ?? [])
        if (isPending(command)) command.reject(new Error('Command timed out'));
    }
    if (this.ticks.every((commands) => !commands.some(isPending))) this.stop();
  }

  private stop(): void {
    this.ticks.length = 0;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

export class RedisWithCommandTimeout extends Redis {
  private readonly commandTimer = new CommandTimer();

  override sendCommand(...parts: Parameters<Redis['sendCommand']>): unknown {
    const reply = super.sendCommand(...parts);
    this.commandTimer.start(parts[0]);
    return reply;
  }
}

export class ClusterWithCommandTimeout extends Cluster {
  private readonly commandTimer = new CommandTimer();

  /** Rejects commands while disconnected, like a single Redis without an offline queue. */
  override sendCommand(...parts: Parameters<Cluster['sendCommand']>): unknown {
    const [command] = parts;
    if (this.status !== 'ready' && command.name !== 'cluster') {
      command.reject(new Error('Connection is closed.'));
      return command.promise;
    }
    const reply = super.sendCommand(...parts);
    this.commandTimer.start(command);
    return reply;
  }
}

function isPending(command: Command): boolean {
  return !command.isSettled;
}
