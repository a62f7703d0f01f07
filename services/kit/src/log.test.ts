import { VitaeError } from './errors.ts';
import { createLogger, withFields } from './log.ts';

function captured(): {
  lines: () => Record<string, unknown>[];
  text: () => string;
  log: ReturnType<typeof createLogger>;
} {
  const written: string[] = [];
  const log = createLogger({ name: 'test', destination: { write: (line: string) => void written.push(line) } });
  return { log, text: () => written.join(''), lines: () => written.map((line) => JSON.parse(line)) };
}

describe('log', () => {
  test('writes allowed fields and drops all others', () => {
    const { log, lines } = captured();
    log.info(
      { requestId: 'r1', status: 200, email: 'a@example.com', body: { secret: 1 }, authorization: 'x' },
      'Request completed',
    );
    expect(lines()[0]).toMatchObject({
      requestId: 'r1',
      status: 200,
      msg: 'Request completed',
      name: 'test',
      level: 'info',
    });
    expect(Object.keys(lines()[0] ?? {}).sort()).toEqual([
      'hostname',
      'level',
      'msg',
      'name',
      'pid',
      'requestId',
      'status',
      'time',
    ]);
  });

  test('writes driver and parser errors without their messages, which may quote data', () => {
    const { log, text, lines } = captured();
    let parseError: unknown;
    try {
      JSON.parse('{"email":"ada@example.com" oops');
    } catch (error) {
      parseError = error;
    }
    const duplicate = Object.assign(new Error('E11000 dup key: { email: "ada@example.com" }'), {
      name: 'MongoServerError',
      code: 11000,
    });
    log.error({ err: parseError }, 'x');
    log.error({ err: new VitaeError('INTERNAL', 'internal', 'x', { cause: duplicate }) }, 'x');
    log.error(duplicate, 'x');
    expect(text()).not.toContain('ada@');
    expect(lines()[1]).toMatchObject({ err: { reason: 'internal', cause: { name: 'MongoServerError', code: 11000 } } });
  });

  test('writes the message of a programming error', () => {
    const { log, lines } = captured();
    log.error({ err: new TypeError('x is not a function') }, 'x');
    expect(lines()[0]).toMatchObject({ err: { name: 'TypeError', message: 'x is not a function' } });
  });

  test('adds the last output of a program to the error of its exit', () => {
    const { log, lines } = captured();
    log.error({ err: Object.assign(new Error('secret'), { programOutput: ['std::bad_alloc'] }) }, 'x');
    expect(lines()[0]).toMatchObject({ err: { programOutput: ['std::bad_alloc'] } });
    expect(lines()[0]).not.toHaveProperty('err.message');
  });

  test('writes a value with a line break on one line', () => {
    const { log, text } = captured();
    log.info({ route: 'a\n{"level":"fatal"}' }, 'x');
    expect(text().trim().split('\n')).toHaveLength(1);
  });

  test('adds allowed fields of a child logger to every line', () => {
    const { log, lines } = captured();
    withFields(log, { requestId: 'r9', token: 'secret' }).info('x');
    expect(lines()[0]).toMatchObject({ requestId: 'r9' });
    expect(lines()[0]).not.toHaveProperty('token');
  });
});
