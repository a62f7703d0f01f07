const WITHIN_MS = 2_000;

/** Readiness as the probes tell it: `GET <url>` answers 200. */
export const httpReady = (url: string) => async (): Promise<void> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status} ${body.slice(0, 200)}`);
};
