import type { EventEmitter } from 'node:events';
import { releaseSlot } from '@vitae/kit/http/shed-load';
import type { Response } from 'express';

/** Streams of server-sent events (HTML Living Standard section 9.2) to open consumption pages. */
type LiveStreams = {
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

const RENDER_INTERVAL_MS = 2_000;
const MAX_STREAM_MS = 20_000;
const RETRY_MS = 1_000;
const MAX_STREAMS_PER_SESSION = 6;
const MAX_STREAMS = 500;

export function createLiveStreams(): LiveStreams {
  const bySession = new Map<string, number>();
  const ends = new Set<() => void>();
  let open = 0;
  let stopping = false;
  let isSubscribed = false;
  const endStreamsOnStop = (app: EventEmitter) => {
    if (isSubscribed) return;
    isSubscribed = true;
    app.once(STOPPING, () => {
      stopping = true;
      for (const end of ends) end();
    });
  };

  return {
    serve: ({ response, sessionId }, render, isOpen) => {
      endStreamsOnStop(response.app);
      const sessionStreams = bySession.get(sessionId) ?? 0;
      // 204 tells the browser not to reconnect (section 9.2.3); the page keeps its current content.
      if (open >= MAX_STREAMS || sessionStreams >= MAX_STREAMS_PER_SESSION) {
        response.status(204).end();
        return;
      }
      open++;
      bySession.set(sessionId, sessionStreams + 1);
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
  const startedAt = Date.now();
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
    response.write(html === last ? ':\n\n' : `event: metrics\ndata: ${JSON.stringify(html)}\n\n`);
    last = html;
    if (isStopping() || Date.now() - startedAt >= MAX_STREAM_MS) response.end();
    else timer = setTimeout(run, RENDER_INTERVAL_MS);
  };
  // A failed render ends the stream; the browser reconnects and retries.
  const run = () => void tick().catch(() => response.end());
  response.on('close', () => clearTimeout(timer));
  run();
}
