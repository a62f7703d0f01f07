import { type PublicCvs, startPublicCvs } from '../support/public-cvs.ts';
import { publicFiles } from './public-pages/files.ts';
import { hiddenCvs } from './public-pages/hidden.ts';
import { publishedPages } from './public-pages/published.ts';
import { unpublishedCvs } from './public-pages/unpublished.ts';

let site: PublicCvs;

beforeAll(async () => {
  // Every export responds 202 first, as a slow export does.
  site = await startPublicCvs({ EXPORT_WAIT_MS: '0' });
}, 400_000);
afterAll(() => site?.stop());

describe('published CVs', () => publishedPages(() => site));
describe('unpublished CVs', () => unpublishedCvs(() => site));
describe('files', () => publicFiles(() => site));
describe('hidden CVs', () => hiddenCvs(() => site));
