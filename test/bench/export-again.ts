import { compare, type Row } from './compare.ts';
import { createExportLoad, type ExportBench, perSecond } from './export-load.ts';
import { requestsPerSecond } from './http-load.ts';

const FIRST = 12;
const AGAIN = 2_400;
/** As the other comparisons of PDFs, and as many as keep each process at work: one call after the other is mostly waiting. */
const AT_ONCE = [2, 8] as const;

const WHY_MISSED =
  'A repeated export is a signed call that asks the resume service, and so MongoDB, where its file is, on a machine that does nothing else meanwhile; the client reads the file on the same cores. A first one has both cores for its render.';

/** An export that is there already against its first time. */
export async function benchAgain(bench: ExportBench): Promise<Row[]> {
  const load = createExportLoad(bench);
  const made = await load.newCvs(FIRST);
  for (const id of made) await load.exported(id, 'pdf');
  const files = Array.from({ length: AGAIN }, (_, index) => made[index % made.length] ?? 0);
  const rows: Row[] = [];
  for (const atOnce of AT_ONCE) {
    // By the client that signed calls are measured with: reading the file is half of what `fetch` costs here.
    const again = {
      name: 'repeated',
      measure: () =>
        requestsPerSecond({ url: load.url, connections: atOnce, paths: files.map((id) => load.path(id, 'pdf')) }),
    };
    const first = {
      name: 'first',
      measure: async () => perSecond(await load.newCvs(FIRST), atOnce, (id) => load.exported(id, 'pdf')),
    };
    rows.push(
      await compare({ title: `PDF, ${atOnce} at once`, ours: again, peer: first, goal: 50, whyMissed: WHY_MISSED }),
    );
  }
  return rows;
}
