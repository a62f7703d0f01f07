import {
  animatedGif,
  colorsOfQuarters,
  decompressionBomb,
  expensivePicture,
  jpegWithScans,
  phonePhoto,
  plainPicture,
  quarteredPhoto,
  transparentPicture,
} from '@vitae/test/support/resume/picture-fixtures';
import sharp from 'sharp';
import { createPictureEncoder, pictureLimits } from './encode-picture.ts';
import { readPictureHeader } from './picture-header.ts';

const encode = createPictureEncoder();
const expectRejected = (upload: Buffer, message: RegExp, reason = 'picture_refused') =>
  expect(encode('photo', upload)).rejects.toMatchObject({ reason, message: expect.stringMatching(message) as string });

describe('an encoded picture', () => {
  test.each(['jpeg', 'png', 'gif'] as const)('is scaled down from %s and keeps its proportions', async (format) => {
    const upload = await plainPicture(format, 1600, 1200);
    const photo = await encode('photo', upload);
    expect(photo).toMatchObject({ contentType: 'image/jpeg', width: 800, height: 600 });
    const logo = await encode('logo', upload);
    expect(logo).toMatchObject({
      contentType: format === 'jpeg' ? 'image/jpeg' : 'image/png',
      width: 400,
      height: 300,
    });
    for (const { contentType, content } of [photo, logo]) expect(readPictureHeader(content)?.type).toBe(contentType);
  });

  test('is not enlarged', async () => {
    expect(await encode('photo', await plainPicture('png', 40, 30))).toMatchObject({ width: 40, height: 30 });
  });

  test('is upright and has no metadata', async () => {
    const upload = await phonePhoto(400, 300);
    expect(upload.toString('latin1')).toContain('Zebulon');
    const { content, ...size } = await encode('photo', upload);
    expect(size).toMatchObject({ width: 300, height: 400 });
    const metadata = await sharp(content).metadata();
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(content.toString('latin1')).not.toMatch(/Zebulon|Exif/);
  });

  test('has a white background as a photo and stays transparent as a logo', async () => {
    const upload = await transparentPicture(20, 20);
    expect((await sharp((await encode('photo', upload)).content).metadata()).hasAlpha).toBe(false);
    expect((await sharp((await encode('logo', upload)).content).metadata()).hasAlpha).toBe(true);
  });

  test('is the first frame of an animation', async () => {
    const upload = animatedGif(2_000, 100, 60);
    expect(await encode('logo', upload)).toMatchObject({ contentType: 'image/png', width: 100, height: 60 });
  });

  test('does not contain data appended to the upload', async () => {
    const html = Buffer.from('<html><script>alert(document.domain)</script>PK');
    for (const format of ['jpeg', 'png', 'gif'] as const) {
      const { content } = await encode('logo', Buffer.concat([await plainPicture(format, 30, 30), html]));
      expect(content.toString('latin1')).not.toMatch(/script|PK/);
    }
  });

  test('is the same for the same upload', async () => {
    const upload = await plainPicture('gif', 500, 500);
    expect((await encode('logo', upload)).content).toEqual((await encode('logo', upload)).content);
  });
});

describe('an adjusted photo', () => {
  test.each([
    [0, ['red', 'green', 'blue', 'white']],
    [90, ['blue', 'red', 'white', 'green']],
    [180, ['white', 'blue', 'green', 'red']],
    [270, ['green', 'white', 'red', 'blue']],
  ] as const)('is rotated clockwise by %i degrees', async (rotation, colors) => {
    const { content, ...size } = await encode('photo', await quarteredPhoto(800, 400), { rotation, crop: null });
    expect(await colorsOfQuarters(content)).toEqual(colors);
    const [width, height] = rotation % 180 === 0 ? [800, 400] : [400, 800];
    expect(size).toMatchObject({ width, height });
  });

  test('is rotated and cropped after the orientation in its metadata was applied', async () => {
    const phone = await quarteredPhoto(800, 400, 6);
    expect(await colorsOfQuarters((await encode('photo', phone)).content)).toEqual(['blue', 'red', 'white', 'green']);
    const rotated = await encode('photo', phone, { rotation: 270, crop: null });
    expect(rotated).toMatchObject({ width: 800, height: 400 });
    expect(await colorsOfQuarters(rotated.content)).toEqual(['red', 'green', 'blue', 'white']);
    const cropped = await encode('photo', phone, { rotation: 0, crop: { zoom: 200, x: 1, y: 0 } });
    expect(cropped).toMatchObject({ width: 200, height: 250 });
    expect(await colorsOfQuarters(cropped.content)).toEqual(Array(4).fill('red'));
    const both = await encode('photo', phone, { rotation: 270, crop: { zoom: 200, x: 0, y: 1 } });
    expect(both).toMatchObject({ width: 160, height: 200 });
    expect(await colorsOfQuarters(both.content)).toEqual(Array(4).fill('blue'));
  });

  test.each([
    [{ zoom: 100, x: 0, y: 0.5 }, ['red', 'red', 'blue', 'blue']],
    [{ zoom: 100, x: 0.5, y: 0.5 }, ['red', 'green', 'blue', 'white']],
    [{ zoom: 100, x: 1, y: 0.5 }, ['green', 'green', 'white', 'white']],
    [{ zoom: 300, x: 0.5, y: 0 }, ['red', 'green', 'red', 'green']],
  ])('keeps the part %j in the shape of the templates', async (crop, colors) => {
    const { content, width, height } = await encode('photo', await quarteredPhoto(4_000, 2_000), { rotation: 0, crop });
    expect(await colorsOfQuarters(content)).toEqual(colors);
    expect([width / height, height]).toEqual([expect.closeTo(0.8, 2), Math.min(800, Math.round(200_000 / crop.zoom))]);
  });

  test('can be a PNG or GIF picture, or have a single pixel', async () => {
    const adjustment = { rotation: 90, crop: { zoom: 800, x: 1, y: 1 } } as const;
    for (const format of ['png', 'gif'] as const)
      expect(await encode('photo', await plainPicture(format, 640, 480), adjustment)).toMatchObject({
        ...{ contentType: 'image/jpeg', width: 60, height: 75 },
      });
    expect(await encode('photo', await plainPicture('gif', 1, 1), adjustment)).toMatchObject({ width: 1, height: 1 });
  });
});

describe('the picture encoder', () => {
  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['HTML', '<!doctype html><img src=x onerror=alert(1)>'],
    ['WebP', 'RIFF\x24\0\0\0WEBPVP8 '],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['BMP', 'BM\x3a\0\0\0'],
    ['PDF', '%PDF-1.7\n'],
    ['AVIF', '\0\0\0\x1cftypavif'],
    ['a single byte', '\xff'],
  ])('rejects %s because it is not a supported picture type', (_name, bytes) =>
    expectRejected(Buffer.from(bytes, 'latin1'), /not a JPEG, PNG or GIF/, 'picture_type'),
  );

  test('rejects a picture whose header exceeds the limits without decoding it', async () => {
    await expectRejected(
      decompressionBomb(30_000, 30_000),
      /30000 × 30000 pixels; the maximum width and height are 10000/,
    );
    await expectRejected(decompressionBomb(9_999, 9_999), /9999 × 9999 pixels; the maximum is 25 million pixels/);
    await expectRejected(animatedGif(1, 65_535, 65_535), /65535 × 65535 pixels/);
    const jpeg = await plainPicture('jpeg', 16, 16);
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(60_000, frame + 5);
    await expectRejected(jpeg, /16 × 60000 pixels/);
  });

  test('rejects a GIF whose first frame exceeds the limits', async () => {
    const gif = animatedGif(1, 60_000, 60_000);
    gif.writeUInt16LE(10, 6);
    gif.writeUInt16LE(10, 8);
    await expectRejected(gif, /60000 × 60000 pixels/);
  });

  test('rejects an upload larger than 5 MB', () =>
    expectRejected(Buffer.alloc(pictureLimits.bytes + 1), /larger than 5242880 bytes/, 'body_too_large'));

  test('rejects a truncated picture', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const whole = await expensivePicture(format, 300, 300);
      await expectRejected(whole.subarray(0, whole.length / 2), /damaged/);
    }
  });

  test.each([
    ['only a header', decompressionBomb(100, 100).subarray(0, 33)],
    ['no pixels', decompressionBomb(0, 100)],
    ['only the first bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['only the first bytes of a GIF', Buffer.from('GIF89a')],
    ['noise instead of JPEG data', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xdb]), Buffer.alloc(5_000, 0x5a)])],
  ])('rejects a picture with %s', (_name, upload) => expectRejected(upload, /damaged/));

  test('rejects a picture that takes too long to decode', async () => {
    // With more time, some decoders count the scans and give up by themselves.
    const slow = createPictureEncoder({ maxConcurrent: 1, maxWaiting: 1, timeoutMs: 20 });
    await expect(slow('photo', await jpegWithScans(5_000, 5_000, 2_000))).rejects.toMatchObject({
      reason: 'picture_refused',
      message: expect.stringContaining('too long') as string,
    });
  });

  test('rejects uploads above the limit of waiting ones and encodes the others', async () => {
    const limited = createPictureEncoder({ maxConcurrent: 1, maxWaiting: 1, timeoutMs: 15_000 });
    const upload = await plainPicture('png', 20, 20);
    const results = await Promise.allSettled([
      limited('logo', upload),
      limited('logo', upload),
      limited('logo', upload),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await expect(limited('logo', upload)).resolves.toMatchObject({ width: 20 });
  });
});
