import { batchPayload, exportPayload, readExportFailure } from './export-job.ts';

describe('the export job', () => {
  test('needs no more than a CV, its company and a format', () => {
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
  ])('%j is refused', (payload) => expect(exportPayload.safeParse(payload).success).toBe(false));

  test.each([
    { cvIds: [] },
    { cvIds: Array.from({ length: 501 }, (_, index) => index + 1) },
    { cvIds: [1, 0] },
    { format: 'preview' },
    { address: 'x' },
  ])('a batch with %j is refused', (change) => {
    const batch = { cvIds: [1], companyId: 2, format: 'pdf', address: 'a'.repeat(64) };
    expect(batchPayload.safeParse(batch).success).toBe(true);
    expect(batchPayload.safeParse({ ...batch, ...change }).success).toBe(false);
  });

  test('a failure that the worker wrote reads back; any other is still a failure', () => {
    const failure = { reason: 'cv_not_found', retryable: false, message: 'There is no such CV.' };
    expect(readExportFailure(JSON.stringify(failure))).toEqual(failure);
    for (const other of [undefined, '', 'job stalled more than allowable limit', '{"reason":"?"}', 'null']) {
      expect(readExportFailure(other)).toMatchObject({ reason: 'internal', retryable: true });
    }
  });
});
