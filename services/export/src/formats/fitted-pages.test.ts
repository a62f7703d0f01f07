import { buildDocument } from '@vitae/document/build-document';
import { longCareerSource } from '@vitae/test/support/document/hard-cases';
import { BrowserUnavailable, RendererCrashed, RenderTimeout } from '../browser/browser-errors.ts';
import { withFittedDensity } from './fitted-pages.ts';

describe('withFittedDensity', () => {
  const model = buildDocument(longCareerSource(5), 0);
  const failing = (error: Error, errors: unknown[] = []) =>
    withFittedDensity(model, 1, { measure: () => Promise.reject(error) }, (one) => errors.push(one));

  test.each([BrowserUnavailable, RendererCrashed, RenderTimeout])(
    'reports the error and uses step 0 if the browser fails: %p',
    async (Failure) => {
      const errors: unknown[] = [];
      expect(await failing(new Failure('failed'), errors)).toEqual({ ...model, density: 0 });
      expect(errors).toEqual([expect.any(Failure)]);
    },
  );

  test('rejects if measuring fails for another reason', async () => {
    await expect(failing(new Error('fault'))).rejects.toThrow('fault');
  });
});
