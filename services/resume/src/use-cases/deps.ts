import type { Clock } from '@vitae/kit/clock';
import type { MoveFiles } from '@vitae/kit/object-storage/stored-files';
import type { TotalCache } from '@vitae/kit/total-cache';
import type { CheckExportGrant } from '@vitae/proto/export-grant';
import type { Renderer } from '../cv/public-json.ts';
import type { EncodePicture } from '../pictures/encode-picture.ts';
import type { ResumeStore } from '../store.ts';

/** The dependencies of the use cases. */
export type ResumeDeps = {
  store: ResumeStore;
  clock: Clock;
  totals: TotalCache;
  renderer: Renderer;
  encodePicture: EncodePicture;
  /** Moves a batch of pictures from MongoDB to the object storage. */
  movePictures: MoveFiles;
  /** Checks the grant with which an export worker reads a CV. */
  checkGrant: CheckExportGrant;
  /** The public address of the site, without a trailing slash. */
  siteUrl: string;
  /** Returns at least 128 random bits as text for a URL. */
  newToken: () => string;
};
