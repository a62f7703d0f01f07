import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { croppedArea, type PhotoAdjustment, unadjusted } from './photo-adjustment.ts';

/*
 * Re-encodes one untrusted picture from stdin to stdout in a process of its own. The exit status is
 * 2 if the picture cannot be decoded. Arguments: the longest edge, the encoding, the maximum number
 * of pixels, and the adjustment of a photo as JSON. The process opens no connection and has no secret.
 */

const [edge, encoding, maxPixels, adjustment] = process.argv.slice(2);
const { rotation, crop } = adjustment ? (JSON.parse(adjustment) as PhotoAdjustment) : unadjusted;

sharp.cache(false);
sharp.concurrency(1);
// libvips reads many formats. Only these are accepted, and only from memory.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'] });

const input = await buffer(process.stdin);
try {
  const picture = sharp(input, {
    limitInputPixels: Number(maxPixels),
    sequentialRead: true,
    // Accepts harmless errors in metadata but rejects truncated pictures.
    failOn: 'truncated',
    // Only the first frame of an animation.
    pages: 1,
  })
    .autoOrient()
    .rotate(rotation);
  if (crop) {
    const { width, height } = (await picture.metadata()).autoOrient;
    const size = rotation % 180 === 0 ? { width, height } : { width: height, height: width };
    picture.extract(croppedArea(size, crop));
  }
  picture
    .resize({ width: Number(edge), height: Number(edge), fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const encoded =
    encoding === 'png'
      ? picture.png({ compressionLevel: 9, palette: true })
      : picture.flatten({ background: '#ffffff' }).jpeg({ quality: 85 });
  process.stdout.write(await encoded.toBuffer());
} catch (error) {
  process.stderr.write(String(error).slice(0, 500));
  process.exitCode = 2;
}
