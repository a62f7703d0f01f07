import type { ConsumptionStore } from '@vitae/accounts/consumption/consumption-store';
import { outcomes } from '@vitae/accounts/consumption/counter';
import { addCounts, type Counts, callsIn, failedIn } from '@vitae/accounts/consumption/counts';
import { percentile } from '@vitae/accounts/consumption/latency-histogram';
import { liveCellsOf } from '@vitae/accounts/consumption/live-cells';
import type { OpenMinutes } from '@vitae/accounts/consumption/open-minutes';
import { listedSources, type Question } from '@vitae/accounts/consumption/report';
import type { SourceNames } from '@vitae/accounts/consumption/source-names';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';

export type ExportDependencies = { open: OpenMinutes; store: ConsumptionStore; names: SourceNames };

const PERCENTILES = [0.5, 0.95, 0.99] as const;
const HEAD = ['time', 'source', 'name', 'call', 'calls', ...outcomes, 'server_errors', 'p50_ms', 'p95_ms', 'p99_ms'];
/** Names are asked for so many at a time. */
const BATCH = 200;

type Line = { start: number; source: string; endpoint: string; counts: Counts };

/**
 * Each point of the window, for each key and call; `write` says when it can take more. A table of
 * spreadsheets reads best: column names and times (ISO 8601, UTC) are the same in every language.
 */
export async function exportConsumption(
  { open, store, names }: ExportDependencies,
  { companyId, timeZone, window, source, among, endpoint, outcome }: Question,
  write: (text: string) => Promise<void>,
): Promise<void> {
  await write(BYTE_ORDER_MARK + csvLine(HEAD));
  let waiting: Line[] = [];
  const flush = async () => {
    const known = await names.of(companyId, [...new Set(waiting.map((line) => line.source))]);
    await write(waiting.map((line) => textOf(line, known.get(line.source) ?? '')).join(''));
    waiting = [];
  };
  const add = async (line: Line) => {
    if (outcome ? (line.counts[outcome] ?? 0) === 0 : callsIn(line.counts) === 0) return;
    if (waiting.push(line) >= BATCH) await flush();
  };
  const places = new Map(window.points.map(({ span, point, start }, index) => [`${span} ${point}`, { index, start }]));
  const filter = {
    span: { $in: [...new Set(window.points.map(({ span }) => span))] },
    source: listedSources({ source, among }),
    endpoint: endpoint ?? { $gt: '' },
  };
  await store.read(
    companyId,
    () => open.all(companyId),
    async (snapshot, rest) => {
      const live = liveCellsOf(rest, window, timeZone);
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
      for (const { source, endpoint, points } of live.matching(filter, undefined))
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
  const numbers = [callsIn(counts), ...outcomes.map((outcome) => counts[outcome] ?? 0), failedIn(counts)];
  return csvLine([new Date(start * 60_000).toISOString(), source, name, endpoint, ...numbers, ...latencies]);
}
