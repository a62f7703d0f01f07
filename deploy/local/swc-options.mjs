/** How TypeScript becomes JavaScript, for the build and for jest. Types are checked separately, by `tsc`. */
export const swcOptions = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    target: 'es2024',
    transform: { react: { runtime: 'automatic', importSource: 'preact' }, verbatimModuleSyntax: true },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};
