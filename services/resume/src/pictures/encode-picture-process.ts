import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/*
 * A process of its own for one picture: bytes of a stranger on stdin, the picture drawn anew on
 * stdout, status 2 for what cannot be decoded. Told by its arguments: the longest edge, how it is
 * encoded, the most pixels. It opens nothing and knows no secret.
 */

const [edge = 0, encoding = 'jpeg', maxPixels = 0] = process.argv.slice(2).map((one) => Number(one) || one);

sharp.cache(false);
sharp.concurrency(1);
// Of the formats that libvips reads, those that a picture may be, from memory alone.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'] });

const input = await buffer(process.stdin);
try {
  const drawn = sharp(input, {
    limitInputPixels: Number(maxPixels),
    sequentialRead: true,
    // A photo with a harmless flaw in its metadata is a photo; one of which a part is missing is not.
    failOn: 'truncated',
    // Of an animation the first frame.
    pages: 1,
  })
    .autoOrient()
    .resize({ width: Number(edge), height: Number(edge), fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const encoded =
    encoding === 'png'
      ? drawn.png({ compressionLevel: 9, palette: true })
      : drawn.flatten({ background: '#ffffff' }).jpeg({ quality: 85 });
  process.stdout.write(await encoded.toBuffer());
} catch (error) {
  process.stderr.write(String(error).slice(0, 500));
  process.exitCode = 2;
}
