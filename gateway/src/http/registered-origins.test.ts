import { createRegisteredOrigins } from './registered-origins.ts';

const ORIGIN = 'https://app.example.com';

function setUp(find: (origin: string) => Promise<boolean>) {
  const lookups: string[] = [];
  const origins = createRegisteredOrigins((origin) => {
    lookups.push(origin);
    return find(origin);
  });
  return { origins, lookups };
}

describe('registered origins', () => {
  test('are looked up once, also by requests at the same time', async () => {
    const { origins, lookups } = setUp(async (origin) => origin === ORIGIN);
    expect(origins.cached(ORIGIN)).toBeUndefined();
    expect(await Promise.all([origins.has(ORIGIN), origins.has(ORIGIN)])).toEqual([true, true]);
    expect([await origins.has('https://b.example'), await origins.has('https://b.example')]).toEqual([false, false]);
    expect([origins.cached(ORIGIN), origins.cached('https://b.example')]).toEqual([true, false]);
    expect(lookups).toEqual([ORIGIN, 'https://b.example']);
  });

  test.each(['', 'null', '*', `${ORIGIN}/`, 'http://app.example.com', 'https://a.example, https://b.example'])(
    'never include %j, which is not looked up',
    async (text) => {
      const { origins, lookups } = setUp(async () => true);
      expect([origins.cached(text), await origins.has(text), lookups]).toEqual([false, false, []]);
    },
  );

  test('are unknown while the database is unavailable, and are looked up again', async () => {
    let isDown = true;
    const { origins } = setUp(async () => {
      if (isDown) throw new Error('down');
      return true;
    });
    expect(await origins.has(ORIGIN)).toBeUndefined();
    isDown = false;
    expect(await origins.has(ORIGIN)).toBe(true);
  });
});
