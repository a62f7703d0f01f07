import {
  animatedGif,
  decompressionBomb,
  expensivePicture,
  phonePhoto,
  plainPicture,
} from '@vitae/test/support/resume/picture-fixtures';
import fc from 'fast-check';
import { pictureTypeOf, readPictureHeader } from './picture-header.ts';

test('reads the type and size of a picture', async () => {
  expect(readPictureHeader(await plainPicture('png', 7, 9))).toEqual({ type: 'image/png', width: 7, height: 9 });
  expect(readPictureHeader(await plainPicture('gif', 7, 9))).toEqual({ type: 'image/gif', width: 7, height: 9 });
  expect(readPictureHeader(await plainPicture('jpeg', 7, 9))).toEqual({ type: 'image/jpeg', width: 7, height: 9 });
  expect(readPictureHeader(await expensivePicture('jpeg', 31, 17))).toMatchObject({ width: 31, height: 17 });
  // The size as stored, before the orientation in the metadata is applied.
  expect(readPictureHeader(await phonePhoto(40, 30))).toMatchObject({ width: 40, height: 30 });
  expect(readPictureHeader(decompressionBomb(30_000, 29_000))).toMatchObject({ width: 30_000, height: 29_000 });
  expect(readPictureHeader(animatedGif(3, 60_000, 1))).toMatchObject({ width: 60_000, height: 1 });
});

test('reads a valid header or none from arbitrary bytes', async () => {
  const starts = [await plainPicture('png', 9, 9), await plainPicture('gif', 9, 9), await plainPicture('jpeg', 9, 9)];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.nat(400), fc.uint8Array({ maxLength: 400 }), (start, keep, noise) => {
      const bytes = Buffer.concat([start.subarray(0, keep), noise]);
      const header = readPictureHeader(bytes);
      if (header === undefined) return;
      expect(header.type).toBe(pictureTypeOf(bytes));
      expect(header.width * header.height).toBeGreaterThan(0);
    }),
    { numRuns: 2_000 },
  );
});
