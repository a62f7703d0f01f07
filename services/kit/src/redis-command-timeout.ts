import { type Command, Redis } from 'ioredis';

/** With what else a call does, an answer is there within a second. */
const SLICE_MS = 50;
const SLICES = 17;

/**
 * Gives up a command that Redis does not answer. The time is counted in slices: what this process did itself
 * meanwhile, however long, is one of them. An answer that has arrived and was not read yet is not late, and to
 * take it for late would refuse a call that was charged and whose nonce was used.
 */
export class PatientRedis extends Redis {
  /** What has no answer yet, by the slice in which it was sent, the oldest first. */
  private readonly slices: Command[][] = [];
  private latest: Command[] = [];
  private timer: NodeJS.Timeout | undefined;

  override sendCommand(...parts: Parameters<Redis['sendCommand']>): unknown {
    const answer = super.sendCommand(...parts);
    this.latest.push(parts[0]);
    this.timer ??= setInterval(() => this.nextSlice(), SLICE_MS).unref();
    return answer;
  }

  private nextSlice(): void {
    this.slices.push(this.latest.filter(isOpen));
    this.latest = [];
    if (this.slices.length > SLICES) {
      for (const command of this.slices.shift() ?? [])
        if (isOpen(command)) command.reject(new Error('Command timed out'));
    }
    if (this.slices.every((commands) => !commands.some(isOpen))) this.rest();
  }

  private rest(): void {
    this.slices.length = 0;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

function isOpen(command: Command): boolean {
  return !command.isSettled;
}
