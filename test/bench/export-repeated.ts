import { compare, type Row } from './compare.ts';
import { createExportLoad, type ExportBench, perSecond } from './export-load.ts';
import { requestsPerSecond } from './http-load.ts';

const CVS = 12;
const REPEATED_REQUESTS = 1_200;
/** 2 as in the other PDF comparisons; 8 keeps every process busy. */
const CONCURRENCIES = [2, 8] as const;

const WHY_MISSED =
  'A repeated export is a signed request that reads the location of its file from the resume service and MongoDB, while the client reads the file on the same cores. A first export has both cores for rendering.';

/** Compares repeated exports, whose file is stored, with first exports. */
export async function benchRepeatedExports(bench: ExportBench): Promise<Row[]> {
  const load = createExportLoad(bench);
  const exported = await load.newCvs(CVS);
  for (const id of exported) await load.exportFile(id, 'pdf');
  const ids = Array.from({ length: REPEATED_REQUESTS }, (_, index) => exported[index % exported.length] ?? 0);
  const rows: Row[] = [];
  for (const concurrency of CONCURRENCIES) {
    // With autocannon, because `fetch` takes twice the processor time to read the file.
    const repeated = {
      name: 'repeated',
      measure: () =>
        requestsPerSecond({ url: load.url, connections: concurrency, paths: ids.map((id) => load.path(id, 'pdf')) }),
    };
    const first = {
      name: 'first',
      measure: async () => perSecond(await load.newCvs(CVS), concurrency, (id) => load.exportFile(id, 'pdf')),
    };
    const title = `PDF, ${concurrency} concurrent`;
    rows.push(await compare({ title, ours: repeated, peer: first, goal: 50, whyMissed: WHY_MISSED }));
  }
  return rows;
}
