const TIMEOUT_MS = 2_000;

/** Creates a readiness probe: it resolves when `GET url` responds with 200. */
export const httpReady = (url: string) => async (): Promise<void> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} responded ${response.status} ${body.slice(0, 200)}`);
};
