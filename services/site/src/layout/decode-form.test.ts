import { runSynchronously } from '@vitae/kit/slices';
import fc from 'fast-check';
import { decodeForm } from './decode-form.ts';

const pairsOf = (body: Buffer) => [...runSynchronously(decodeForm(body))];

test('decodes a form like a browser encodes it', () => {
  const names = fc.string({ unit: 'binary', minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.string({ unit: 'binary' }))), (pairs) => {
      const encoded = new URLSearchParams(pairs);
      expect(pairsOf(Buffer.from(encoded.toString()))).toEqual([...encoded]);
    }),
  );
});

test('decodes incomplete and invalid escapes like URLSearchParams', () => {
  const parts = fc.constantFrom('a', 'b', '=', '&', '+', '%', '%4', '%41', '%c3%a9', '%zz', '%E2%82', '%00', ' ');
  fc.assert(
    fc.property(fc.array(parts), (text) => {
      const body = Buffer.from(text.join(''));
      expect(pairsOf(body)).toEqual([...new URLSearchParams(body.toString('utf8'))]);
    }),
    { numRuns: 500 },
  );
});

test('decodes a long text in many slices', () => {
  const text = 'Bäcker & Söhne\r\n'.repeat(20_000);
  const work = decodeForm(Buffer.from(new URLSearchParams({ text }).toString()));
  let slices = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) slices += 1;
  expect([slices > 4, step.value.get('text') === text]).toEqual([true, true]);
});
