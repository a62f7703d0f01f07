// The architecture: which package may import which, checked by `npm run check`. See docs/architecture.md.

/** The packages that the runtime code of each package may import, besides itself. */
const LAYERS = {
  gateway: ['services/accounts', 'proto', 'services/kit'],
  'services/site': ['services/accounts', 'services/document', 'proto', 'services/kit'],
  'services/accounts': ['proto', 'services/kit'],
  'services/document': ['proto'],
  'services/export': ['services/document', 'proto', 'services/kit'],
  'services/(resume|preferences|metadata|comments|stats)': ['proto', 'services/kit'],
  proto: ['services/kit'],
  'services/kit': [],
  'deploy/local': ['services/kit'],
};

const WORKSPACE = '^(gateway|proto|services|deploy|test)/';
const TEST = '\\.test\\.tsx?$';

const layerRules = Object.entries(LAYERS).map(([folder, imports]) => ({
  name: `${folder}-imports`,
  comment: `${folder} may import ${imports.join(', ') || 'no other package'}.`,
  severity: 'error',
  from: { path: `^${folder}/src/`, pathNot: TEST },
  // $1 is the service that matched, for the rule that covers several.
  to: { path: WORKSPACE, pathNot: `^(${[folder.replace(/\(.*\)/, '$1'), ...imports].join('|')})/` },
}));

export default {
  forbidden: [
    ...layerRules,
    {
      name: 'no-cycles',
      comment: 'Modules must not import each other. Move what both need into a third module.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'test-support-only-in-tests',
      comment: 'Test support must not be part of the product.',
      severity: 'error',
      from: { pathNot: `^test/|${TEST}` },
      to: { path: `^test/|${TEST}` },
    },
    {
      name: 'browser-imports',
      comment: 'Scripts of pages contain what they import. Import neither catalogs nor code for Node.',
      severity: 'error',
      from: { path: '^services/site/src/browser/', pathNot: TEST },
      to: {
        pathNot:
          '^services/(site/src/browser|document/src/(fitting|templates))/|/(preview-toolbar|preview-view|row-order|script-texts)[.]tsx?$|node_modules/(preact|sortablejs|@types/sortablejs|cropperjs)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'browser-only-in-browsers',
      comment: 'The build does not transpile scripts of pages for Node.',
      severity: 'error',
      from: { pathNot: `^services/site/src/browser/|${TEST}` },
      to: { path: '^services/site/src/browser/' },
    },
    {
      name: 'schemas-only-in-stores',
      comment: 'Only stores use mongoose. Other modules may import its types.',
      severity: 'error',
      from: { path: '/src/', pathNot: `${TEST}|mongo-store|mongo-model|/mongo/|gridfs|schema|^services/kit/src/` },
      to: { path: 'node_modules/mongoose/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-dev-dependencies',
      comment: 'Images contain no dev dependencies.',
      severity: 'error',
      from: { path: '^(gateway|proto|services/[^/]+)/src/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'], pathNot: WORKSPACE },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'Add the package to the dependencies in package.json. Tests and the launcher may use those of the root.',
      severity: 'error',
      from: { pathNot: `${TEST}|^test/|^deploy/local/[^/]+[.]mjs$` },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-unresolvable',
      comment: 'The import does not resolve.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    // Tests use the dev dependencies of the root package.
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    // The programs in test/generated-clients import clients that exist only during their test.
    exclude: { path: '(^|/)dist/|^proto/src/gen/|^test/generated-clients/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
