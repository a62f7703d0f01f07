import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export function plainPicture(
  format: 'jpeg' | 'png' | 'gif',
  width: number,
  height: number,
  background = '#336699',
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** A logo with a transparent background. */
export function transparentPicture(width: number, height: number): Promise<Buffer> {
  const background = { r: 200, g: 0, b: 0, alpha: 0.5 };
  return sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
}

/** A photo from a phone, with an orientation and a location in its metadata. */
export function phonePhoto(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#888888' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Zebulon Quark' }, IFD3: { GPSLatitude: '47/1 13/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

const QUARTERS = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'];

/** A photo with a color in each quarter: red, green, blue and white, in reading order before its orientation is applied. */
export function quarteredPhoto(width: number, height: number, orientation = 1): Promise<Buffer> {
  const quarter = { width: width / 2, height: height / 2, channels: 3 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#000000' } })
    .composite(
      QUARTERS.map((background, index) => ({
        input: { create: { ...quarter, background } },
        left: (index % 2) * quarter.width,
        top: Math.floor(index / 2) * quarter.height,
      })),
    )
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
}

/** Names the colors in the middle of each quarter, in reading order. */
export async function colorsOfQuarters(picture: Buffer): Promise<string[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  return QUARTERS.map((_color, index) => {
    const x = Math.floor(info.width * (index % 2 === 0 ? 0.25 : 0.75));
    const y = Math.floor(info.height * (index < 2 ? 0.25 : 0.75));
    const at = (y * info.width + x) * info.channels;
    const bits = Array.from(data.subarray(at, at + 3), (value) => (value > 127 ? '1' : '0')).join('');
    return { '100': 'red', '010': 'green', '001': 'blue', '111': 'white' }[bits] ?? bits;
  });
}

/** Noise, which PNG hardly compresses. */
export function noisePicture(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#000000', noise } })
    .png()
    .toBuffer();
}

/** Noise in several passes, which takes the most time and memory to decode. */
export async function expensivePicture(format: 'jpeg' | 'png', width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const [across, down] = [Math.ceil(width / 25), Math.ceil(height / 25)];
  const small = sharp({ create: { width: across, height: down, channels: 3, background: '#000000', noise } });
  const drawn = sharp(await small.png().toBuffer()).resize(width, height, { kernel: 'nearest', fit: 'fill' });
  return format === 'jpeg'
    ? drawn.jpeg({ progressive: true, quality: 30 }).toBuffer()
    : drawn.png({ progressive: true, compressionLevel: 3 }).toBuffer();
}

/** A valid PNG of a single color, with few bytes for its size. */
export function decompressionBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit per pixel, grayscale.
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An animated GIF whose frames have the size of the screen. */
export function animatedGif(frames: number, width: number, height: number): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from('\x2c\0\0\0\0\0\0\0\0\0\x02\x02\x4c\x01\0', 'latin1');
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** A JPEG that repeats its last scan. Each scan is a few bytes and covers the whole picture. */
export async function jpegWithScans(width: number, height: number, scans: number): Promise<Buffer> {
  const drawn = sharp({ create: { width, height, channels: 3, background: '#123456' } });
  const picture = await drawn.jpeg({ progressive: true }).toBuffer();
  const last = picture.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = picture.subarray(last, picture.length - 2);
  return Buffer.concat([picture.subarray(0, last), ...Array.from({ length: scans }, () => scan), picture.subarray(-2)]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
