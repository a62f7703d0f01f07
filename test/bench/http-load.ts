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
  // autocannon looks whether it is done once a second: the last answer says when it was.
  let started = 0;
  let ended = 0;
  const result = await autocannon({
    url,
    connections,
    amount: share * connections,
    timeout: 20,
    setupClient: (client) => {
      started ||= performance.now();
      client.on('response', () => {
        ended = performance.now();
      });
      const own = paths.slice(next * share, (next + 1) * share);
      next += 1;
      client.setRequests(own.map((path) => ({ method: 'GET', path })));
    },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} failed: the measurement says nothing`);
  }
  return (share * connections) / ((ended - started) / 1000);
}
