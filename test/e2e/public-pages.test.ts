import { type PublicCvs, startPublicCvs } from '../support/public-cvs.ts';
import { publicFiles } from './public-pages/files.ts';
import { hiddenCvs } from './public-pages/hidden.ts';
import { shownPages } from './public-pages/published.ts';
import { withdrawnCvs } from './public-pages/unpublished.ts';

let site: PublicCvs;

beforeAll(async () => {
  // No export is waited for: each begins with 202, as one that is slow does.
  site = await startPublicCvs({ EXPORT_WAIT_MS: '0' });
}, 400_000);
afterAll(() => site?.stop());

describe('published', () => shownPages(() => site));
describe('withdrawn', () => withdrawnCvs(() => site));
describe('to take along', () => publicFiles(() => site));
describe('hidden', () => hiddenCvs(() => site));
