// Tests are TypeScript through swc, as ES modules: npm test sets NODE_OPTIONS=--experimental-vm-modules.
const swc = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2024',
      transform: { react: { runtime: 'automatic', importSource: 'preact' } },
    },
    module: { type: 'es6' },
  },
];

export default {
  testEnvironment: 'node',
  // Real databases and browsers on two shared cores: the bound is for what hangs, not for what is slow.
  testTimeout: 120_000,
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': swc },
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
};
