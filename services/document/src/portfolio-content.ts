import type { CvData } from '@vitae/proto/cv-data';
import { webLink } from './links.ts';
import { plainLine, plainParagraphs } from './plain-text.ts';

type PortfolioItem = CvData['portfolios']['portfolio'][number];

/** What documents show of a portfolio item: embedded players and other data cannot be shown. */
type PortfolioContent = { url: string | null; paragraphs: string[]; points: string[] };

/**
 * Reads the `content` of a portfolio item, whose shape depends on the media type: an address becomes the link of an item
 * without `url`, a text follows the description, and a list of texts becomes a list.
 */
export function portfolioContentOf({ url, description, content }: PortfolioItem): PortfolioContent {
  const values = (Array.isArray(content) ? content : [content]).filter((value) => typeof value === 'string');
  const address = values.find((value) => webLink(value) !== null);
  const paragraphs = plainParagraphs(description);
  const texts = values
    .filter((value) => webLink(value) === null)
    .flatMap(plainParagraphs)
    .filter((text) => !paragraphs.includes(text));
  return {
    url: url || (address === undefined ? null : plainLine(address)),
    paragraphs: Array.isArray(content) ? paragraphs : [...paragraphs, ...texts],
    points: Array.isArray(content) ? texts : [],
  };
}
