import type { Request, RequestHandler, Response } from 'express';
import { chain } from './middleware-chain.ts';

const request = {} as Request;
const response = {} as Response;
const unexpected = () => {
  throw new Error('Was not skipped');
};

/** Runs a chain and returns what the next middleware of the application receives, or `undefined` for no error. */
function run(...handlers: RequestHandler[]): Promise<unknown> {
  return new Promise((resolve) => chain(...handlers)(request, response, resolve));
}

test('runs middleware in order, then the next middleware of the application', async () => {
  const order: number[] = [];
  const step =
    (number: number): RequestHandler =>
    (_request, _response, next) => {
      order.push(number);
      next();
    };
  const delayed: RequestHandler = (_request, _response, next) => void setImmediate(next);
  expect(await run(step(1), delayed, step(2))).toBeUndefined();
  expect(await run(chain(step(3)), step(4))).toBeUndefined();
  expect(order).toEqual([1, 2, 3, 4]);
});

test('stops after a middleware that responds', () => {
  expect(() => chain(() => undefined, unexpected)(request, response, unexpected)).not.toThrow();
});

test.each<[string, RequestHandler]>([
  ['passed to next', (_request, _response, next) => next(new Error('broken'))],
  [
    'thrown',
    () => {
      throw new Error('broken');
    },
  ],
  ['of a promise', () => Promise.reject(new Error('broken'))],
])('skips the other middleware after an error %s', async (_how, failing) => {
  const pass: RequestHandler = (_request, _response, next) => next();
  expect(await run(pass, failing, unexpected)).toHaveProperty('message', 'broken');
});

test('treats a rejection without a reason as an error', async () => {
  expect(await run(() => Promise.reject())).toBeInstanceOf(Error);
});

test("next('router') leaves only the chain in which it is called", async () => {
  const last: RequestHandler = (_request, _response, next) => {
    calls += 1;
    next();
  };
  let calls = 0;
  expect(
    await run(
      chain((_request, _response, next) => next('router'), unexpected),
      last,
    ),
  ).toBeUndefined();
  expect(calls).toBe(1);
});
