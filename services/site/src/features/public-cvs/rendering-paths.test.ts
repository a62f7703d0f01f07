import { parseRequestTarget } from '@vitae/kit/http/request-target';
import { renderingPaths } from './rendering-paths.ts';

test.each([
  ['/c/token/export?format=pdf', true],
  ['/c/token/preview.png', true],
  ['/p/ann/preview.png', true],
  ['/p/ann/first/preview.png', true],
  ['/C/token/Export?format=pdf', true],
  ['/c/token/export/', true],
  ['/P/Ann/Preview.PNG', true],
  ['/p/ann/preview.png/', true],
  ['/p/ann/first', false],
  ['/c/token', false],
  ['/p/ann?x=/c/token/export', false],
])('knows whether %s waits for a rendered file: %s', (url, expected) => {
  const { path } = parseRequestTarget(url);
  expect(renderingPaths.some((pattern) => pattern.test(path))).toBe(expected);
});
