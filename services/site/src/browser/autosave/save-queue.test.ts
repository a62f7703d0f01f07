import { createSaveQueue, DELAY_MS, MAX_RETRY_MS, type SaveResult, type SaveState } from './save-queue.ts';

type Request = { body: URLSearchParams } & PromiseWithResolvers<SaveResult>;

/** A page for which the test decides when the server responds. */
function openPage({ isConflict = false } = {}) {
  const page = {
    incomplete: [] as string[],
    text: 'start',
    digest: 'd0',
    requests: [] as Request[],
    said: [] as SaveState[],
    drafts: [] as { draft: string; digest: string | null; sent: string | null }[],
    submitted: [] as (HTMLElement | null)[],
    timer: undefined as { act: () => void; ms: number } | undefined,
    now: 0,
  };
  const queue = createSaveQueue({
    fields: () => new URLSearchParams({ text: page.text, digest: page.digest, csrf: 'old' }),
    token: () => 'token',
    incomplete: () => page.incomplete,
    send: (body) => {
      const response = Promise.withResolvers<SaveResult>();
      page.requests.push({ body: new URLSearchParams(body), ...response });
      return response.promise;
    },
    keepDraft: (draft, sent) => {
      page.drafts.push({
        draft: draft.get('text') ?? '',
        digest: draft.get('digest'),
        sent: sent?.get('text') ?? null,
      });
    },
    onSaved: ({ digest }) => {
      page.digest = digest ?? '';
    },
    say: (state) => page.said.push(state),
    submit: (button) => page.submitted.push(button),
    now: () => page.now,
    wait: (act, ms) => {
      const timer = { act, ms };
      page.timer = timer;
      return () => {
        if (page.timer === timer) page.timer = undefined;
      };
    },
    isConflict,
  });
  const type = (text: string) => {
    page.text = text;
    queue.edited();
  };
  const elapse = () => {
    const { timer } = page;
    page.timer = undefined;
    timer?.act();
  };
  const respond = async (result: SaveResult | Error) => {
    const request = page.requests.at(-1);
    if (result instanceof Error) request?.reject(result);
    else request?.resolve(result);
    await new Promise(setImmediate);
  };
  return { page, queue, type, elapse, respond };
}

const saved = (digest: string): SaveResult => ({ digest, loaded: '', revision: `r-${digest}`, action: '/a' });

test('sends what was typed after a pause, with the token of the page', async () => {
  const { page, type, elapse, respond, queue } = openPage();
  type('one');
  expect(page.timer?.ms).toBe(DELAY_MS);
  elapse();
  expect(Object.fromEntries(page.requests[0]?.body ?? [])).toEqual({ text: 'one', digest: 'd0', csrf: 'token' });
  expect(queue.isUnsaved()).toBe(true);
  await respond(saved('d1'));
  expect(page.said).toEqual(['saving', 'saved']);
  expect([page.digest, queue.isUnsaved(), page.timer]).toEqual(['d1', false, undefined]);
});

test('saves text that was typed during a request with the next one', async () => {
  const { page, type, elapse, respond } = openPage();
  type('one');
  elapse();
  type('one two');
  elapse();
  expect(page.requests).toHaveLength(1);
  await respond(saved('d1'));
  expect(page.said.at(-1)).toBe('saving');
  elapse();
  expect(page.requests[1]?.body.get('text')).toBe('one two');
  expect(page.requests[1]?.body.get('digest')).toBe('d1');
});

test('sends a request without a response again unchanged, then the text that was typed since', async () => {
  const { page, type, elapse, respond } = openPage();
  type('one');
  elapse();
  await respond(new Error('cut'));
  expect(page.said.at(-1)).toBe('offline');
  type('one two');
  expect(page.drafts.at(-1)).toEqual({ draft: 'one two', digest: 'd0', sent: 'one' });
  elapse();
  expect(page.requests[1]?.body.get('text')).toBe('one');
  await respond(saved('d1'));
  elapse();
  expect(page.requests[2]?.body.get('text')).toBe('one two');
});

test('waits longer after each failure, up to a limit, and retries immediately when the connection returns', async () => {
  const { page, queue, type, elapse, respond } = openPage();
  type('one');
  const delays: (number | undefined)[] = [];
  for (let failure = 0; failure < 7; failure++) {
    elapse();
    await respond(new Error('cut'));
    delays.push(page.timer?.ms);
  }
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, MAX_RETRY_MS, MAX_RETRY_MS]);
  queue.online();
  expect(page.timer?.ms).toBe(0);
});

test('submits the form after everything was saved', async () => {
  const { page, queue, type, elapse, respond } = openPage();
  const button = {} as HTMLElement;
  type('one');
  elapse();
  type('one two');
  expect(queue.pressed(button)).toBe(false);
  await respond(saved('d1'));
  expect(page.submitted).toEqual([]);
  elapse();
  await respond(saved('d2'));
  expect(page.submitted).toEqual([button]);
  expect(queue.pressed(button)).toBe(true);
});

test.each(['signedOut', 'expired'])('saves again when the owner returns after a sign-in: %s', async (problem) => {
  const { page, type, elapse, respond, queue } = openPage();
  type('one');
  elapse();
  await respond({ problem, faults: [] });
  expect([page.timer, page.said.at(-1)]).toEqual([undefined, { problem, faults: [] }]);
  queue.returned();
  queue.returned();
  elapse();
  await respond(saved('d1'));
  expect([page.requests.length, page.said.at(-1), page.timer]).toEqual([2, 'saved', undefined]);
  queue.returned();
  type('two');
  elapse();
  await respond({ problem: 'invalid', faults: [] });
  queue.returned();
  expect([page.requests.length, page.timer]).toEqual([3, undefined]);
});

test('submits rejected text, so that the page explains the problem, and keeps it as a draft', async () => {
  const { page, queue, type, elapse, respond } = openPage();
  type('bad');
  elapse();
  await respond({ problem: 'invalid', faults: ['Too long.'] });
  expect(page.said.at(-1)).toEqual({ problem: 'invalid', faults: ['Too long.'] });
  expect([page.timer, page.drafts.at(-1)?.draft]).toEqual([undefined, 'bad']);
  expect(queue.isUnsaved()).toBe(true);
  expect(queue.pressed(null)).toBe(true);
  expect(queue.isUnsaved()).toBe(false);
});

test('saves nothing automatically while the page shows a conflict, and stores drafts without a digest until the owner decides', () => {
  const { page, queue, type } = openPage({ isConflict: true });
  type('mine');
  expect(page.timer).toBeUndefined();
  expect(page.drafts.at(-1)).toEqual({ draft: 'mine', digest: '', sent: null });
  queue.pressed(null);
  expect(page.timer?.ms).toBe(0);
  type('mine too');
  expect(page.drafts.at(-1)?.digest).toBe('d0');
});

test('sends the last request of an interrupted visit before the restored text', async () => {
  const { page, queue, elapse, respond } = openPage();
  page.text = 'restored';
  queue.restored('text=before&digest=d0');
  elapse();
  expect(page.requests[0]?.body.toString()).toBe('text=before&digest=d0&csrf=token');
  await respond(saved('d1'));
  elapse();
  expect(page.requests[1]?.body.get('text')).toBe('restored');
  expect(new Set(page.said)).toEqual(new Set(['restored']));
  await respond(saved('d2'));
  expect(page.said.at(-1)).toBe('saved');
});

test('adds the changes of a few minutes to one version of the CV', async () => {
  const { page, type, elapse, respond } = openPage();
  const continued: (string | null | undefined)[] = [];
  for (const [now, text] of [
    [0, 'one'],
    [60_000, 'two'],
    [299_000, 'three'],
    [300_000, 'four'],
  ] as const) {
    page.now = now;
    type(text);
    elapse();
    continued.push(page.requests.at(-1)?.body.get('continues'));
    await respond(saved(text));
  }
  expect(continued).toEqual([null, 'r-one', 'r-two', null]);
});

test('saves nothing while a value is incomplete, and saves the whole form once the value is complete', async () => {
  const { page, queue, type, elapse, respond } = openPage();
  page.incomplete = ['Start: incomplete'];
  queue.left();
  elapse();
  type('one');
  elapse();
  queue.left();
  expect([page.requests, page.timer, queue.isUnsaved()]).toEqual([[], undefined, true]);
  expect(page.said.at(-1)).toEqual({ problem: 'invalid', faults: ['Start: incomplete'] });
  expect(page.drafts.at(-1)?.draft).toBe('one');
  page.incomplete = [];
  queue.left();
  elapse();
  expect(page.requests[0]?.body.get('text')).toBe('one');
  await respond(saved('d1'));
  expect([page.said.at(-1), queue.isUnsaved()]).toEqual(['saved', false]);
});
