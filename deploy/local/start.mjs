import { handOver } from './hand-over.mjs';

await handOver('deploy/local/dist/main.js', process.argv.slice(2));
