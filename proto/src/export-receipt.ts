import type { Clock } from '@vitae/kit/clock';
import { type PublicKeys, type SigningKey, sign, verify } from '@vitae/kit/signing-keys';
import { z } from 'zod';
import { contentAddress, jobFormats, pageLayout } from './export-job.ts';

// The receipt of an exported file. docs/export-queue.md describes it for other languages.

/** The audience of receipts, so that a token for another purpose is not a receipt. */
export const exportReceiptAudience = 'vitae.export.receipts';
/** Receipts prove what a file contained. They outlive the file and are valid as long as the key is known. */
const RECEIPT_SECONDS = 10 * 365 * 86_400;

export const exportReceipt = z.object({
  address: contentAddress,
  format: z.enum(jobFormats),
  bytes: z.int().nonnegative(),
  sha256: contentAddress,
  title: z.string(),
  author: z.string().nullable().describe('Null for an anonymized CV.'),
  language: z.string().describe('BCP 47 tag.'),
  layout: pageLayout.nullable().describe('Null for formats without pages.'),
  pdf: z
    .object({
      fonts: z.array(z.string()),
      links: z.int().nonnegative(),
      missingGlyphs: z.int().nonnegative().describe('Characters that no font contains.'),
      tagged: z.boolean(),
      pdfA: z.enum(['2A', '3A']).nullable().describe('The declared part and level of PDF/A (ISO 19005).'),
      pdfUa: z.boolean().describe('Whether the file declares PDF/UA-1 (ISO 14289-1).'),
      readingOrder: z
        .object({
          matches: z.boolean().describe('Whether the text has the order of the CV.'),
          firstDifference: z.string().nullable().describe('The first text that is missing or misplaced.'),
        })
        .nullable()
        .describe('Null in receipts of earlier versions if the CV is written from right to left.'),
    })
    .nullable()
    .describe('Null for other formats.'),
});
export type ExportReceipt = z.infer<typeof exportReceipt>;

export type SignReceipt = (receipt: ExportReceipt) => Promise<string>;

/** Returns a function that signs receipts with the key of the worker. */
export function createReceiptSigner({ key, clock }: { key: SigningKey; clock: Clock }): SignReceipt {
  const options = { issuer: 'export', key, clock, audience: exportReceiptAudience, expiresInS: RECEIPT_SECONDS };
  return (receipt) => sign(receipt, options);
}

/** Returns the content of a receipt without verifying its signature, or undefined if it is malformed. */
export function decodeReceipt(token: string): ExportReceipt | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return exportReceipt.safeParse(payload).data;
  } catch {
    return undefined; // not a token
  }
}

/** Returns the content of a receipt, or undefined if a worker did not sign it. */
export async function readReceipt(token: string, keys: PublicKeys, clock: Clock): Promise<ExportReceipt | undefined> {
  const verified = await verify(token, { keys, audience: exportReceiptAudience, clock });
  return verified?.issuer === 'export' ? exportReceipt.safeParse(verified.payload).data : undefined;
}
