import { bufferedCells } from '@vitae/accounts/consumption/buffered-cells';
import type { ConsumptionStore } from '@vitae/accounts/consumption/consumption-store';
import { outcomes } from '@vitae/accounts/consumption/counter';
import { addCounts, type Counts, requestsIn, statusClasses, statusIn } from '@vitae/accounts/consumption/counts';
import { percentile } from '@vitae/accounts/consumption/latency-histogram';
import type { MinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { listedSources, type ReportQuery } from '@vitae/accounts/consumption/report';
import type { SourceNames } from '@vitae/accounts/consumption/source-names';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';

export type ExportDependencies = { buffer: MinuteBuffer; store: ConsumptionStore; names: SourceNames };

const PERCENTILES = [0.5, 0.95, 0.99] as const;
const HEAD = [
  ...['time', 'source', 'name', 'call', 'calls', ...outcomes, 'server_errors', 'p50_ms', 'p95_ms', 'p99_ms'],
  ...statusClasses.map((name) => `status_${name}`),
];
/** Number of lines whose names are read in one query. */
const BATCH = 200;

type Line = { start: number; source: string; endpoint: string; counts: Counts };

/**
 * Writes one line for each point of the window, key and endpoint. Column names and times (ISO 8601, UTC) are the same
 * in every language, for spreadsheets and scripts. `write` resolves when it can accept more.
 */
export async function exportConsumption(
  { buffer, store, names }: ExportDependencies,
  { companyId, signal, timeZone, window, source, onlySources: among, endpoint, outcome }: ReportQuery,
  write: (text: string) => Promise<void>,
): Promise<void> {
  await write(BYTE_ORDER_MARK + csvLine(HEAD));
  let waiting: Line[] = [];
  const flush = async () => {
    const known = await names.of({ companyId, signal }, [...new Set(waiting.map((line) => line.source))]);
    await write(waiting.map((line) => textOf(line, known.get(line.source)?.name ?? '')).join(''));
    waiting = [];
  };
  const add = async (line: Line) => {
    if (outcome ? (line.counts[outcome] ?? 0) === 0 : requestsIn(line.counts) === 0) return;
    if (waiting.push(line) >= BATCH) await flush();
  };
  const places = new Map(window.points.map(({ span, point, start }, index) => [`${span} ${point}`, { index, start }]));
  const filter = {
    span: { $in: [...new Set(window.points.map(({ span }) => span))] },
    source: listedSources({ source, onlySources: among }),
    endpoint: endpoint ?? { $gt: '' },
  };
  await store.read(
    { companyId, signal },
    () => buffer.all(companyId),
    async (snapshot, rest) => {
      const live = bufferedCells(rest, window, timeZone);
      const written = new Set<string>();
      for await (const document of snapshot.stream(filter, { companyId: 1, span: 1, endpoint: 1, calls: -1 })) {
        for (const [point, counts] of Object.entries(document.points)) {
          const place = places.get(`${document.span} ${point}`);
          if (!place) continue;
          const { source, endpoint } = document;
          const fresh = live.of(source, endpoint)?.points.get(place.index) ?? {};
          written.add(`${source} ${endpoint} ${place.index}`);
          await add({ source, endpoint, start: place.start, counts: addCounts(counts, fresh) });
        }
      }
      for (const { source, endpoint, points } of live.matching(filter))
        for (const [index, counts] of points) {
          if (written.has(`${source} ${endpoint} ${index}`)) continue;
          await add({ source, endpoint, start: window.points[index]?.start ?? 0, counts });
        }
    },
  );
  await flush();
}

function textOf({ start, source, endpoint, counts }: Line, name: string): string {
  const latencies = PERCENTILES.map((share) => percentile(counts, share)?.toFixed(2) ?? '');
  const statuses = statusClasses.map((statusClass) => statusIn(counts, statusClass));
  const numbers = [requestsIn(counts), ...outcomes.map((outcome) => counts[outcome] ?? 0), statusIn(counts, '5xx')];
  return csvLine([
    new Date(start * 60_000).toISOString(),
    source,
    name,
    endpoint,
    ...numbers,
    ...latencies,
    ...statuses,
  ]);
}
