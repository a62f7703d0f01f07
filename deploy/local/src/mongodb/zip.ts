import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';

/** Extracts the first entry whose name matches to `target`. */
export function extractFromZip(archive: string, name: RegExp, target: string): Promise<void> {
  return new Promise((resolve, reject) => {
    yauzl.open(archive, { lazyEntries: true }, (failure, zip) => {
      if (failure) return reject(failure);
      zip.once('error', reject);
      zip.once('end', () => reject(new Error(`${archive} contains no ${name}`)));
      zip.on('entry', (entry: yauzl.Entry) => {
        if (!name.test(entry.fileName)) return zip.readEntry();
        zip.openReadStream(entry, (unreadable, content) => {
          if (unreadable) return reject(unreadable);
          pipeline(content, createWriteStream(target))
            .then(() => zip.close())
            .then(resolve, reject);
        });
      });
      zip.readEntry();
    });
  });
}
