import { compare, type Row } from './compare.ts';
import { createExportLoad, type ExportBench, perSecond } from './export-load.ts';

const FIRST = 12;
const AGAIN = 600;
const AT_ONCE = 2;

const WHY_MISSED =
  'A repeated export is a signed call that asks the resume service, and so MongoDB, where its file is, on a machine that does nothing else meanwhile; the client reads the file on the same cores. A first one has both cores for its render.';

/** An export that is there already against its first time. */
export async function benchAgain(bench: ExportBench): Promise<Row[]> {
  const load = createExportLoad(bench);
  const made = await load.newCvs(FIRST);
  for (const id of made) await load.exported(id, 'pdf');
  const again = {
    name: 'repeated',
    measure: () =>
      perSecond(
        Array.from({ length: AGAIN }, (_, index) => made[index % made.length] ?? 0),
        AT_ONCE,
        (id) => load.exported(id, 'pdf'),
      ),
  };
  const first = {
    name: 'first',
    measure: async () => perSecond(await load.newCvs(FIRST), AT_ONCE, (id) => load.exported(id, 'pdf')),
  };
  return [
    await compare({ title: `PDF, ${AT_ONCE} at once`, ours: again, peer: first, goal: 50, whyMissed: WHY_MISSED }),
  ];
}
