// The transform of jest for the mutation run: compiles like the ordinary one, but with a mutant in one file.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import swcJest from '@swc/jest';
import { swcOptions } from './swc-options.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { file, start, end, replacement } = JSON.parse(process.env.VITAE_MUTANT);
const swc = swcJest.createTransformer(swcOptions);

const withFault = (source, path) =>
  relative(root, path) === file ? source.slice(0, start) + replacement + source.slice(end) : source;

export default {
  process: (source, path, options) => swc.process(withFault(source, path), path, options),
  processAsync: (source, path, options) => swc.processAsync(withFault(source, path), path, options),
  getCacheKey: (source, path, options) => swc.getCacheKey(withFault(source, path), path, options),
};
