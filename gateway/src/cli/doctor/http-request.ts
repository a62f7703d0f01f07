import { reasonOf } from './check.ts';

const TIMEOUT_MS = 5_000;
const MAX_BODY_BYTES = 10_000;

export type HttpReply = { status: number; headers: Headers; body: string; sentAt: number; receivedAt: number };

/** Sends a GET request. Returns why it failed instead of throwing. Reads the start of the body. */
export async function get(
  url: string,
  headers: Record<string, string> = {},
  maxBytes = MAX_BODY_BYTES,
): Promise<HttpReply | { error: string }> {
  const sentAt = Date.now();
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const receivedAt = Date.now();
    return {
      status: response.status,
      headers: response.headers,
      body: await startOf(response, maxBytes),
      sentAt,
      receivedAt,
    };
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

async function startOf(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString();
}
