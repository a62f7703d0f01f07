import { watchQueries } from './watch-queries.ts';

// Runs before each test file. A query of the product that all shards would execute, or a read without a time limit, fails
// the test, unless it is listed in shard-keys.ts. Queries of the tests themselves are not checked. System tests start other
// processes, see violations-of-processes.ts.

const { testPath = '' } = expect.getState();
const OF_TEST = 'query of a test';
/** The position of the options in the arguments of the driver's methods. */
const OPTIONS_AT = {
  aggregate: 1,
  bulkWrite: 1,
  countDocuments: 1,
  createIndex: 1,
  createIndexes: 1,
  deleteMany: 1,
  deleteOne: 1,
  distinct: 2,
  find: 1,
  findOne: 1,
  findOneAndDelete: 1,
  findOneAndReplace: 2,
  findOneAndUpdate: 2,
  replaceOne: 2,
  updateMany: 2,
  updateOne: 2,
} as const;

type Methods = Record<string, (...args: unknown[]) => unknown>;

const violations = new Set<string>();

/** Returns what was found since the last call. */
export function takeViolations(): string[] {
  const found = [...violations];
  violations.clear();
  return found;
}

// The kit has no collections of its own.
if (/\.integration\.test\./.test(testPath) && !testPath.includes('/services/kit/')) {
  const { mongo } = (await import('mongoose')).default;
  markQueriesOfTests(mongo.Collection.prototype as unknown as Methods);
  await watchQueries(
    (violation) => violations.add(violation),
    (command) => command.comment === OF_TEST,
  );
  afterEach(() => {
    const found = takeViolations();
    if (found.length > 0) throw new Error(`${found.join('\n')}\nSee docs/sharding.md.`);
  });
}

/** A command has no reference to its caller, so the methods mark the commands that tests call them for. */
function markQueriesOfTests(methods: Methods): void {
  for (const [name, position] of Object.entries(OPTIONS_AT)) {
    const method = methods[name] as Methods[string];
    methods[name] = function marked(this: unknown, ...args: unknown[]) {
      if (isCalledByTest()) args[position] = { ...(args[position] as object), comment: OF_TEST };
      return method.apply(this, args);
    };
  }
}

/** Returns whether the innermost function on the stack that is not in a library belongs to a test. */
function isCalledByTest(): boolean {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 30;
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '');
  const files = new Error().stack as unknown as string[];
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  const own = files.find((file) => isSource(file) && !WRAPPERS.some((wrapper) => file.endsWith(wrapper)));
  return own !== undefined && (/\.test\.tsx?$/.test(own) || own.includes('/test/'));
}

/** The files whose functions wrap the methods of collections. */
const WRAPPERS = ['/test/support/sharding/require-shard-key.ts', '/services/kit/src/mongo.ts'];
const isSource = (file: string) => /\.tsx?$/.test(file) && !file.includes('/node_modules/');
