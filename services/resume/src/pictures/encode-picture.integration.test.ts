import {
  animatedGif,
  decompressionBomb,
  expensivePicture,
  jpegWithScans,
  phonePhoto,
  plainPicture,
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
