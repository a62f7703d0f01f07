import { swcOptions } from './deploy/local/swc-options.mjs';

// Tests run from the TypeScript sources as ES modules: `npm test` sets NODE_OPTIONS=--experimental-vm-modules.
export default {
  testEnvironment: 'node',
  // Generous, because real databases and browsers are slow on a small machine: the limit is for tests that hang.
  testTimeout: 120_000,
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': process.env.VITAE_MUTANT ? '<rootDir>/deploy/local/mutant-transform.mjs' : ['@swc/jest', swcOptions],
  },
  setupFilesAfterEnv: [
    '<rootDir>/deploy/local/src/suites/forbid-sockets.ts',
    '<rootDir>/deploy/local/src/suites/limit-properties.ts',
    '<rootDir>/deploy/local/src/suites/require-assertions.ts',
    '<rootDir>/test/support/sharding/require-shard-key.ts',
  ],
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
};
