import type { EventEmitter } from 'node:events';
import { releaseSlot } from '@vitae/kit/http/shed-load';
import type { Response } from 'express';

/** Server-sent events (HTML Living Standard section 9.2) to the pages that are open. */
export type LiveStreams = {
  /**
   * Sends the output of `render` whenever it changes. Ends when `isOpen` returns false, when the browser disconnects,
   * and after a maximum time. The browser then reconnects and is authenticated again.
   */
  serve(
    at: { response: Response; sessionId: string },
    render: () => Promise<string>,
    isOpen: () => Promise<boolean>,
  ): void;
};

/** The application emits this event before it stops, because open streams would prevent the shutdown. */
export const STOPPING = 'stopping';

const EVERY_MS = 2_000;
const LONGEST_MS = 20_000;
const RETRY_MS = 1_000;
const PER_SESSION = 6;
const IN_ALL = 500;

export function createLiveStreams(): LiveStreams {
  const bySession = new Map<string, number>();
  const ends = new Set<() => void>();
  let open = 0;
  let stopping = false;
  let hearsStop = false;
  const hearStop = (app: EventEmitter) => {
    if (hearsStop) return;
    hearsStop = true;
    app.once(STOPPING, () => {
      stopping = true;
      for (const end of ends) end();
    });
  };

  return {
    serve: ({ response, sessionId }, render, isOpen) => {
      hearStop(response.app);
      const ofSession = bySession.get(sessionId) ?? 0;
      // 204 tells the browser not to reconnect (section 9.2.3); the page keeps its current content.
      if (open >= IN_ALL || ofSession >= PER_SESSION) {
        response.status(204).end();
        return;
      }
      open++;
      bySession.set(sessionId, ofSession + 1);
      response.set({
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        // Prevents proxies from buffering the events.
        'X-Accel-Buffering': 'no',
      });
      response.flushHeaders();
      releaseSlot(response);
      response.write(`retry: ${RETRY_MS}\n\n`);

      // The browser reconnects to another process.
      const end = () => response.end();
      ends.add(end);
      sendChanges(response, render, isOpen, () => stopping);
      response.on('close', () => {
        ends.delete(end);
        open--;
        const left = (bySession.get(sessionId) ?? 1) - 1;
        if (left > 0) bySession.set(sessionId, left);
        else bySession.delete(sessionId);
      });
    },
  };
}

function sendChanges(
  response: Response,
  render: () => Promise<string>,
  isOpen: () => Promise<boolean>,
  isStopping: () => boolean,
): void {
  const began = Date.now();
  let last = '';
  let timer: NodeJS.Timeout | undefined;
  const isOver = () => response.destroyed || response.writableEnded;
  const tick = async () => {
    if (isOver()) return;
    if (!(await isOpen())) {
      response.end('event: ended\ndata: {}\n\n');
      return;
    }
    const html = await render();
    if (isOver()) return;
    response.write(html === last ? ':\n\n' : `event: figures\ndata: ${JSON.stringify(html)}\n\n`);
    last = html;
    if (isStopping() || Date.now() - began >= LONGEST_MS) response.end();
    else timer = setTimeout(run, EVERY_MS);
  };
  // A failed render ends the stream; the browser reconnects and retries.
  const run = () => void tick().catch(() => response.end());
  response.on('close', () => clearTimeout(timer));
  run();
}
