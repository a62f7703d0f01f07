import { availability, latency } from '@vitae/kit/http/request-objectives';

/** The service level objectives of pages (docs/runbooks.md). */
export const pageObjectives = [
  availability('page-availability', /^$/),
  // Exports and previews wait for a worker, live pages stay open, and downloads and the queue read much data.
  latency('page-latency', 1_000, /\/export$|preview|\/live$|[.]csv$|^\/account\/data|^\/settings\/queue/),
];
