import type { Page } from 'puppeteer';
import { importedAddresses, importedTexts } from '../../support/linkedin-files.ts';
import { pdfAddresses, pdfImages, pdfText } from '../../support/pdf.ts';
import { until } from '../../support/until.ts';
import { shownAddresses, shownTexts } from './owner-entries.ts';

/** Tests that the public page that is open, and its PDF, contain everything that the owner imported and typed. */
export async function expectPublished(page: Page, link: string): Promise<void> {
  expect(await page.$eval('body', (body) => body.className)).toBe('look-compact');
  const expected = ['Ida Okafor', 'ida@ships.example', ...importedTexts, ...shownTexts];
  const missingIn = (text: string) => {
    const plain = plainText(text);
    return expected.filter((one) => !plain.includes(plainText(one)));
  };
  expect(missingIn(await page.$eval('.sheet', (sheet) => sheet.textContent))).toEqual([]);
  const addresses = await page.$$eval('.sheet a', (links) => links.map((one) => one.href));
  expect(missingAddresses(addresses, link)).toEqual([]);
  const shapes = await until('the pictures', () =>
    page.$$eval(
      '.sheet img',
      (images) =>
        images.every((image) => image.naturalWidth) && images.map((image) => image.naturalWidth / image.naturalHeight),
    ),
  );
  expectShapes(shapes);

  const pdf = await download(await page.$eval('.downloads a', (one) => (one as HTMLAnchorElement).href));
  expect(missingIn(await pdfText(pdf))).toEqual([]);
  expect(missingAddresses(await pdfAddresses(pdf), link)).toEqual([]);
  const images = await pdfImages(pdf);
  expectShapes(images.map(({ width, height }) => width / height));
  const photo = images.find(({ width, height }) => isPhoto(width / height));
  expect(photo?.height).toBeGreaterThanOrEqual(300);
  // The owner moved the red half of the photo into the frame, and the blue half out of it.
  expect(photo?.min[0]).toBeGreaterThan(200);
  expect(photo?.max[2]).toBeLessThan(60);
}

const PHOTO_SHAPE = 4 / 5;
const PICTURE_SHAPE = 3 / 2;
// The browser embeds the part of a picture that is visible, rounded to pixels of the paper, for example 240 × 288 of 240 × 294.
const TOLERANCE = 0.05;
const isPhoto = (shape: number) => Math.abs(shape - PHOTO_SHAPE) < TOLERANCE;
const isPicture = (shape: number) => Math.abs(shape - PICTURE_SHAPE) < TOLERANCE;

/** A photo, and the pictures of an experience and of a portfolio item. */
function expectShapes(shapes: number[]): void {
  expect({ photos: shapes.filter(isPhoto).length, pictures: shapes.filter(isPicture).length }).toEqual({
    photos: 1,
    pictures: 2,
  });
}

/** Without differences that come from the typography of a language. */
const plainText = (text: string) =>
  text
    .replace(/[‘’]/g, "'")
    .replace(/[\s\u00ad\u200b]+/g, ' ')
    .toLowerCase();

function missingAddresses(addresses: readonly string[], link: string): string[] {
  const found = new Set(addresses.map((address) => new URL(address).href));
  return [...importedAddresses, ...shownAddresses, link].filter((address) => !found.has(new URL(address).href));
}

async function download(address: string): Promise<Buffer> {
  return until('the PDF', async () => {
    const response = await fetch(address);
    return response.status === 200 && Buffer.from(await response.arrayBuffer());
  });
}
