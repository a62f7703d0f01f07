import picocolors from 'picocolors';
import { renderLogLine } from './log-line.ts';

const colors = picocolors.createColors(false);
const render = (line: unknown, quiet = false) =>
  renderLogLine(typeof line === 'string' ? line : JSON.stringify(line), { colors, quiet });

test('a log entry is shown as its message and fields', () => {
  const entry = {
    level: 'info',
    time: 1,
    pid: 7,
    hostname: 'h',
    name: 'resume',
    requestId: 'r1',
    status: 200,
    msg: 'Request completed',
  };
  expect(render(entry)).toBe('Request completed  requestId=r1 status=200');
});

test('an error is shown with its causes', () => {
  const err = {
    name: 'VitaeError',
    reason: 'database_unavailable',
    stack: [],
    cause: { name: 'Error', code: 'ECONNREFUSED' },
  };
  expect(render({ level: 'error', msg: 'Failed', err })).toBe(
    'Failed  VitaeError database_unavailable ← Error ECONNREFUSED',
  );
});

test('only warnings of a quiet process are shown', () => {
  expect(render({ level: 'info', msg: 'fine' }, true)).toBeUndefined();
  expect(render({ level: 'warn', msg: 'careful' }, true)).toBe('careful');
  expect(render('plain words', true)).toBeUndefined();
});

test('only errors of mongod are shown', () => {
  expect(render({ t: {}, s: 'I', c: 'NETWORK', msg: 'Listening' })).toBeUndefined();
  expect(render({ t: {}, s: 'W', c: 'CONTROL', msg: 'Access control is not enabled' })).toBeUndefined();
  expect(render({ t: {}, s: 'E', c: 'STORAGE', msg: 'WiredTiger error', attr: { error: 28 } })).toBe(
    'WiredTiger error  {"error":28}',
  );
});

test.each(['plain words', '{not json'])('%s is shown unchanged', (line) => {
  expect(render(line)).toBe(line);
});

test('an empty line is not shown', () => {
  expect(render('  ')).toBeUndefined();
});
