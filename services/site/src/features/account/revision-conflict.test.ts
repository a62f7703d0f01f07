import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { VitaeError } from '@vitae/kit/errors';
import { createOwnCvs } from './own-cvs.ts';

const owner = { companyId: 1, userId: 2 } as Owner;

/** CVs that other requests change during the next `conflicts` writes. */
function contendedCvs(conflicts: number) {
  const written: [content: object, ifRevision: number][] = [];
  let revision = 0;
  const cvs = createOwnCvs(
    {
      cv: async () => ({ json: Buffer.from(JSON.stringify({ title: `Of revision ${++revision}` })), revision }),
      call: {
        ReplaceCv: async ({ content, ifRevision }: { content: Buffer; ifRevision: number }) => {
          if (conflicts-- > 0) throw new VitaeError('ABORTED', 'revision_conflict', 'Changed by another request.');
          written.push([JSON.parse(String(content)), ifRevision]);
        },
      },
    } as never,
    {} as never,
  );
  return { cvs, written };
}

test('a change of the title, the main CV or the anonymization is applied to the newest content', async () => {
  const { cvs, written } = contendedCvs(4);
  await cvs.rename(owner, 7, 'Renamed', 'test');
  await cvs.setAnonymized(owner, 7, true, 'test');
  await cvs.makeMain(owner, 7, 'test');
  expect(written).toEqual([
    [{ title: 'Renamed' }, 5],
    [{ title: 'Of revision 6', anonymized: true }, 6],
    [{ title: 'Of revision 7', main: true }, 7],
  ]);
});

test('reports that a change is temporarily unavailable if other requests interfere with every attempt', async () => {
  const { cvs, written } = contendedCvs(100);
  await expect(cvs.rename(owner, 7, 'Renamed', 'test')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    reason: 'write_contention',
  });
  expect(written).toEqual([]);
});
