import { handOver } from './hand-over.mjs';

await handOver('main.js', process.argv.slice(2), 'system');
