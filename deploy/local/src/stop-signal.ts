/** Calls `stop` once, for the first of: Ctrl-C, a polite kill, a closed terminal, the death of the process that started us. */
export function onStopSignal(stop: (reason: string) => void): void {
  let told = false;
  const tell = (reason: string) => {
    if (told) return; // Ctrl-C comes twice: from the terminal, and passed on by the process that started us
    told = true;
    stop(reason);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tell(signal));
  process.once('disconnect', () => tell('The starting process is gone'));
  process.channel?.unref();
}
