import type { ShownCv } from './find-cv.ts';
import { createPageCache } from './page-cache.ts';

const published = {
  id: 7,
  revision: 3,
  token: 'abc',
  path: '/p/ana',
  published: true,
  protected: false,
  anonymized: false,
  indexed: true,
} as ShownCv;

const NOON = Date.UTC(2026, 4, 1, 12);

function pagesFixture() {
  const state = { renders: 0, now: NOON, revision: 3 };
  const pages = createPageCache({
    render: async (cv) => {
      state.renders += 1;
      return { html: `${cv.path} ${state.renders}`, styles: '', revision: state.revision };
    },
    clock: { now: () => state.now },
  });
  return { state, pages };
}

describe('rendered pages', () => {
  test('are rendered once while the CV stays as it is', async () => {
    const { state, pages } = pagesFixture();
    const first = await pages(published, 'request');
    expect(await pages({ ...published }, 'request')).toEqual(first);
    expect(state.renders).toBe(1);
  });

  test.each<[string, Partial<ShownCv>]>([
    ['its content', { revision: 4 }],
    ['its indexing', { indexed: false }],
    ['its private link', { token: 'xyz' }],
    ['the address it is requested by', { path: '/p/ana/cv' }],
  ])('are rendered again after a change of %s', async (_what, change) => {
    const { state, pages } = pagesFixture();
    state.revision = change.revision ?? 3;
    await pages(published, 'request');
    await pages({ ...published, ...change }, 'request');
    expect(state.renders).toBe(2);
  });

  test('are rendered again the next day', async () => {
    const { state, pages } = pagesFixture();
    await pages(published, 'request');
    state.now += 86_400_000;
    await pages(published, 'request');
    expect(state.renders).toBe(2);
  });

  test.each<[string, Partial<ShownCv>]>([
    ['protected', { protected: true }],
    ['anonymized', { anonymized: true }],
    ['unpublished', { published: false, byLink: true }],
  ])('are not stored for %s CVs', async (_what, change) => {
    const { state, pages } = pagesFixture();
    await pages({ ...published, ...change }, 'request');
    await pages({ ...published, ...change }, 'request');
    expect(state.renders).toBe(2);
  });

  test('are not stored if the CV changed while it was rendered', async () => {
    const { state, pages } = pagesFixture();
    state.revision = 2;
    await pages(published, 'request');
    await pages(published, 'request');
    expect(state.renders).toBe(2);
  });

  test('use a limited amount of memory', async () => {
    const large = 'x'.repeat(4 * 1024 * 1024);
    let renders = 0;
    const pages = createPageCache({
      render: async () => {
        renders += 1;
        return { html: large, styles: '', revision: 3 };
      },
      clock: { now: () => NOON },
    });
    for (let id = 1; id <= 9; id += 1) await pages({ ...published, id }, 'request');
    await pages({ ...published, id: 1 }, 'request');
    expect(renders).toBe(10);
  });
});
