import { shortened } from './short-failures.ts';

test('failure messages of a few short lines are not changed', () => {
  expect(shortened('● test\n\n  Expected: 1\n  Received: 2')).toBe('● test\n\n  Expected: 1\n  Received: 2');
});

test('long lines of failure messages are cut', () => {
  const message = shortened(`Expected substring: "x"\nReceived string: "${'<p>'.repeat(10_000)}"`);
  expect(message).toContain('Expected substring: "x"');
  expect(message).toMatch(/… \(\d+ more characters\)$/);
  expect(message.length).toBeLessThan(600);
});

test('long failure messages keep lines that differ', () => {
  const context = Array.from({ length: 1_000 }, (_none, index) => `      line ${index}`);
  const message = shortened(['● test', ...context, '    - expected', '    + received'].join('\n'));
  expect(message.split('\n')).toHaveLength(83);
  expect(message).toContain('… (923 more lines)\n    - expected\n    + received');
});
