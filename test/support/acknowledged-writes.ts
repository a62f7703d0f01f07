/** A write with the times of its request and its response, in milliseconds since the epoch. */
export type AcknowledgedWrite = { text: string; sentAt: number; acknowledgedAt: number };

export type Writer = {
  acknowledged: readonly AcknowledgedWrite[];
  /** Stops, also if the system no longer responds. */
  stop(): Promise<void>;
};

/** Writes one text after the other and records what was acknowledged. Failed writes are not. */
export function startWriter(write: (text: string) => Promise<unknown>): Writer {
  const acknowledged: AcknowledgedWrite[] = [];
  let stopped = false;
  const writing = (async () => {
    for (let index = 0; !stopped; index += 1) {
      const text = `Write ${index}.`;
      const sentAt = Date.now();
      await write(text).then(
        () => acknowledged.push({ text, sentAt, acknowledgedAt: Date.now() }),
        () => new Promise((resolve) => setTimeout(resolve, 100)),
      );
    }
  })();
  return {
    acknowledged,
    stop: () => {
      stopped = true;
      return writing;
    },
  };
}
