import { crc32, deflateSync } from 'node:zlib';
import type { ExportSource } from '@vitae/proto/export-source';

type Photo = NonNullable<ExportSource['photo']>;
type Rgb = readonly [number, number, number];

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A drawn portrait: head and shoulders in front of a plain wall. */
export function portrait(width = 240, height = 300): Photo {
  return painted(width, height, (x, y) => {
    const head = ((x - 0.5) / 0.2) ** 2 + ((y - 0.4) / 0.19) ** 2 < 1;
    const shoulders = ((x - 0.5) / 0.4) ** 2 + ((y - 1.02) / 0.36) ** 2 < 1;
    if (head) return [222, 184, 155];
    return shoulders ? [62, 78, 98] : [214 - 30 * y, 222 - 30 * y, 228 - 30 * y];
  });
}

/** A logo that is wider than it is high. */
export function wideLogo(): Photo {
  return painted(180, 60, (x, y) =>
    Math.hypot((x - 0.17) * 3, y - 0.5) < 0.4 || (x > 0.4 && Math.abs(y - 0.5) < 0.16)
      ? [196, 60, 48]
      : [255, 255, 255],
  );
}

/** Encodes an 8-bit RGB PNG (W3C PNG, third edition). `paint` returns the color at x and y, both 0 to 1. */
function painted(width: number, height: number, paint: (x: number, y: number) => Rgb): Photo {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => paint(x / width, y / height).map(Math.round)).flat()]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const data = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))];
  return { contentType: 'image/png', base64: Buffer.concat([signature, ...data]).toString('base64') };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}
