import autocannon from 'autocannon';

export type Load = {
  url: string;
  connections: number;
  /** The path of each request; every one is asked for once. */
  paths: string[];
};

/** Sends every path once over so many kept-alive connections; answers requests per second. */
export async function requestsPerSecond({ url, connections, paths }: Load): Promise<number> {
  const share = Math.floor(paths.length / connections);
  let next = 0;
  const started = performance.now();
  const result = await autocannon({
    url,
    connections,
    amount: share * connections,
    timeout: 20,
    setupClient: (client) => {
      const own = paths.slice(next * share, (next + 1) * share);
      next += 1;
      client.setRequests(own.map((path) => ({ method: 'GET', path })));
    },
  });
  const seconds = (performance.now() - started) / 1000;
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} failed: the measurement says nothing`);
  }
  return (share * connections) / seconds;
}
