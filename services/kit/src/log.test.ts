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

describe('the log', () => {
  test('keeps the fields of the list and drops every other', () => {
    const { log, lines } = captured();
    log.info(
      { requestId: 'r1', status: 200, email: 'a@example.com', body: { secret: 1 }, authorization: 'x' },
      'Answered',
    );
    expect(lines()[0]).toMatchObject({ requestId: 'r1', status: 200, msg: 'Answered', name: 'test', level: 'info' });
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

  test('an error of a driver or a parser is named without its message, which may quote data', () => {
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

  test('a mistake of ours keeps its message', () => {
    const { log, lines } = captured();
    log.error({ err: new TypeError('x is not a function') }, 'x');
    expect(lines()[0]).toMatchObject({ err: { name: 'TypeError', message: 'x is not a function' } });
  });

  test('a value cannot begin a line of its own', () => {
    const { log, text } = captured();
    log.info({ route: 'a\n{"level":"fatal"}' }, 'x');
    expect(text().trim().split('\n')).toHaveLength(1);
  });

  test('fields given once travel with every line, by the same list', () => {
    const { log, lines } = captured();
    withFields(log, { requestId: 'r9', token: 'secret' }).info('x');
    expect(lines()[0]).toMatchObject({ requestId: 'r9' });
    expect(lines()[0]).not.toHaveProperty('token');
  });
});
