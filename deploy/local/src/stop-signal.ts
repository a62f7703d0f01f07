/** Calls `stop` once: on Ctrl-C, SIGTERM, a closed terminal, or when the parent process exits. */
export function onStopSignal(stop: (reason: string) => void): void {
  let isStopping = false;
  const stopOnce = (reason: string) => {
    if (isStopping) return; // Ctrl-C arrives twice: from the terminal and from the parent process
    isStopping = true;
    stop(reason);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopOnce(signal));
  process.once('disconnect', () => stopOnce('The parent process has exited'));
  process.channel?.unref();
}
