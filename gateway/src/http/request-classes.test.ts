import { parseRequestTarget } from '@vitae/kit/http/request-target';
import { exportPaths, isPictureUpload } from './request-classes.ts';

describe('request classes', () => {
  test.each([
    ['/api/v1/cv/7/export/pdf', true],
    ['/api/v1/exports/a1b2/file', true],
    ['/api/v1/exports/a1b2/file/', true],
    ['/api/v1/cv/7?x=/api/v1/cv/7/export/pdf', false],
    ['/x/api/v1/cv/7/export/pdf', false],
    ['/api/v1/exports/a1b2', false],
  ])('knows whether %s waits for an export: %s', (url, expected) => {
    const { path } = parseRequestTarget(url);
    expect(exportPaths.some((pattern) => pattern.test(path))).toBe(expected);
  });

  test.each([
    ['PUT', '/api/v1/cv/7/photo?api_key=1', true],
    ['PUT', '/api/v1/cv/7/logos/2', true],
    ['PUT', '/api/v1/cv/7/photo/?apikey=1', true],
    ['PUT', '/api/v1/cv/7/photo/x', false],
    ['POST', '/api/v1/cv/7/photo', false],
    ['PUT', '/api/v1/cv/7?x=/photo', false],
  ])('knows whether %s %s uploads a picture: %s', (method, originalUrl, expected) => {
    expect(isPictureUpload({ method, originalUrl })).toBe(expected);
  });
});
