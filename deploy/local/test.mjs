import { handOver } from './hand-over.mjs';

await handOver('test.js', process.argv.slice(2), 'tools');
