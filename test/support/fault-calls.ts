import { checkAnswer } from './gateway/checked-fetch.ts';
import type { Rig } from './rig.ts';
import { signedPath } from './signer.ts';

/** What a caller saw: the status (0 when no whole answer came) and how long it took. */
export type Seen = { status: number; ms: number; retryAfter: string | null; at: number };

/** A fresh signed URL for a CV. */
export function signedCv({ gateways, demo }: Rig, index = 0): string {
  const cv = demo.cvIds[index % demo.cvIds.length];
  return `${gateways[index % gateways.length]}${signedPath('GET', `/api/v1/cv/${cv}`, demo)}`;
}

/** A call of the API; an answer that came whole is held to the OpenAPI document. */
export async function see(url: string, init: RequestInit = {}): Promise<Seen> {
  const at = performance.now();
  const answer = await answerOf(url, init);
  const ms = performance.now() - at;
  if (answer === undefined) return { status: 0, ms, retryAfter: null, at };
  checkAnswer(init.method ?? 'GET', url, answer);
  return { status: answer.status, ms, retryAfter: answer.headers.get('retry-after'), at };
}

async function answerOf(url: string, init: RequestInit) {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch {
    return undefined;
  }
}

/** Some calls one after the other. */
export async function seeSome(rig: Rig, count: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let index = 0; index < count; index += 1) seen.push(await explained(rig, see(signedCv(rig, index))));
  return seen;
}

/** With the last that the processes said, where an answer is not as the document has it. */
async function explained<T>(rig: Rig, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    const said = rig.output().trim().split('\n').slice(-5).join('\n');
    throw new Error(`${cause}\n${said}`, { cause });
  }
}

/** The promise of every dependency fault: nobody is let in, nobody is told to be wrong, and soon. */
export function expectUnavailable(seen: readonly Seen[]): void {
  expect(seen.map(({ status }) => status)).toEqual(seen.map(() => 503));
  for (const { retryAfter } of seen) expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
  // A second is the promise, which is kept by counted slices of time: on a loaded machine each takes longer. What nobody
  // watches over takes five and more.
  expect(Math.min(...seen.map(({ ms }) => ms))).toBeLessThan(2_000);
}

/** All gateways answer again, in a row, within two seconds; the best of three tries counts, for a loaded machine. */
export async function expectRecovery(rig: Rig): Promise<void> {
  const started = performance.now();
  let inRow = 0;
  while (inRow < rig.gateways.length * 2) {
    const { status } = await explained(rig, see(signedCv(rig, inRow)));
    if (status === 200) inRow += 1;
    else {
      expect([0, 503]).toContain(status);
      inRow = 0;
    }
    if (performance.now() - started > 30_000) throw new Error(`No recovery within 30 s: ${status}`);
  }
  recoveries.push(performance.now() - started);
}

/** How long recoveries took, in milliseconds. */
export const recoveries: number[] = [];
