import autocannon from 'autocannon';

export type Load = {
  url: string;
  connections: number;
  /** Each path is requested once. */
  paths: string[];
};

/** Requests every path over keep-alive connections and returns the requests per second. */
export async function requestsPerSecond({ url, connections, paths }: Load): Promise<number> {
  const share = Math.floor(paths.length / connections);
  let next = 0;
  // autocannon notices only once per second that it is done, so the time of the last response counts.
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
    throw new Error(`Invalid measurement: ${result.non2xx} responses were not 2xx, ${result.errors} requests failed`);
  }
  return (share * connections) / ((ended - started) / 1000);
}
