import { Cluster, type Command, Redis } from 'ioredis';

const TICK_MS = 50;
/** Commands time out after 850 to 900 ms, so that a request that needs Redis fails within a second. */
const TIMEOUT_TICKS = 17;

/**
 * Times out Redis commands. Unlike ioredis's `commandTimeout`, it counts timer intervals of 50 ms, and a blocked event
 * loop counts as one. Otherwise, a timer that is overdue after a long synchronous task would reject a command whose reply
 * has arrived but was not read yet: the request would fail although it was charged and its nonce is used.
 */
class CommandTimer {
  /** Pending commands by the tick in which they were sent, oldest first. */
  private readonly ticks: Command[][] = [];
  private sentThisTick: Command[] = [];
  private timer: NodeJS.Timeout | undefined;

  start(command: Command): void {
    this.sentThisTick.push(command);
    this.timer ??= setInterval(() => this.advanceTick(), TICK_MS).unref();
  }

  private advanceTick(): void {
    this.ticks.push(this.sentThisTick.filter(isPending));
    this.sentThisTick = [];
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
    const [command] = parts;
    const reply = super.sendCommand(...parts);
    this.commandTimer.start(command);
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
