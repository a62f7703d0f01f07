import { batchPayload, exportPayload, readExportFailure } from './export-job.ts';

describe('export job', () => {
  test('requires only a CV, its company and a format', () => {
    expect(exportPayload.parse({ cvId: 1, companyId: 2, format: 'pdf' })).toEqual({
      cvId: 1,
      companyId: 2,
      format: 'pdf',
    });
  });

  test.each([
    {},
    null,
    'pdf',
    { cvId: '1', companyId: 2, format: 'pdf' },
    { cvId: 1, companyId: 2, format: 'exe' },
    { cvId: -1, companyId: 2, format: 'pdf' },
  ])('rejects the payload %j', (payload) => expect(exportPayload.safeParse(payload).success).toBe(false));

  test.each([
    { cvIds: [] },
    { cvIds: Array.from({ length: 501 }, (_, index) => index + 1) },
    { cvIds: [1, 0] },
    { format: 'preview' },
    { address: 'x' },
  ])('rejects a batch with %j', (change) => {
    const batch = { cvIds: [1], companyId: 2, format: 'pdf', address: 'a'.repeat(64) };
    expect(batchPayload.safeParse(batch).success).toBe(true);
    expect(batchPayload.safeParse({ ...batch, ...change }).success).toBe(false);
  });

  test('parses a failure written by the worker, and treats any other text as an internal failure', () => {
    const failure = { reason: 'cv_not_found', retryable: false, message: 'The CV does not exist.' };
    expect(readExportFailure(JSON.stringify(failure))).toEqual(failure);
    for (const other of [undefined, '', 'job stalled more than allowable limit', '{"reason":"?"}', 'null']) {
      expect(readExportFailure(other)).toMatchObject({ reason: 'internal', retryable: true });
    }
  });
});
