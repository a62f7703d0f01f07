import { handOver } from './hand-over.mjs';

await handOver('deploy/local/dist/test.js', process.argv.slice(2));
