import { buildDocument } from '@vitae/document/build-document';
import { longCareerSource } from '@vitae/test/support/document/hard-cases';
import { BrowserUnavailable, RendererCrashed, RenderTimeout } from '../browser/browser-errors.ts';
import { withFittedDensity } from './fitted-pages.ts';

describe('withFittedDensity', () => {
  const model = buildDocument(longCareerSource(5), 0);
  const failing = (error: Error) => withFittedDensity(model, 1, { measure: () => Promise.reject(error) });

  test.each([BrowserUnavailable, RendererCrashed, RenderTimeout])(
    'uses step 0 if the browser fails: %p',
    async (Failure) => {
      expect(await failing(new Failure('failed'))).toEqual({ ...model, density: 0 });
    },
  );

  test('rejects if measuring fails for another reason', async () => {
    await expect(failing(new Error('fault'))).rejects.toThrow('fault');
  });
});
