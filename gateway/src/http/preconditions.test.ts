import { ifMatch } from './preconditions.ts';
import type { RequestContext } from './request-context.ts';

const revisionOf = (header: string | undefined, revision = 7) =>
  ifMatch({ request: { headers: { 'if-match': header } } } as unknown as RequestContext, async () => ({ revision }));

test.each([
  [undefined, 0],
  ['*', 7],
  ['"7"', 7],
  ['"7-xml"', 7],
  ['"3-xml"', 3],
  ['"7-app12"', 7],
  ['"3-app12-xml"', 3],
  ['"6", "7-xml"', 7],
])('reads If-Match %s as revision %s', async (header, revision) => {
  expect(await revisionOf(header)).toBe(revision);
});

test.each(['W/"7"', '"7-json"', '"7-app"', '"7-app0"', '"7-xml', '"5", "6-xml"'])(
  'rejects If-Match %s',
  async (header) => {
    await expect(revisionOf(header)).rejects.toMatchObject({ reason: 'revision_mismatch' });
  },
);
