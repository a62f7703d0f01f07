import { availability, latency } from '@vitae/kit/http/request-objectives';

/** The service level objectives of the APIs (docs/runbooks.md), without forwarded pages. */
export const apiObjectives = [
  availability('api-availability', /^page$/),
  // Exports wait for a worker.
  latency('api-latency', 500, /^page$|\/exports?(\/|$)|\/pdf$/),
];
