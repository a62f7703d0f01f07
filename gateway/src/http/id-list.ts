import { z } from 'zod';

const MAX_IDS = 100;
const ID = /^[1-9]\d{0,14}$/;

/** `1,2,3`: ids in the order asked, each once. */
export const idList = z.string().transform((text, context): number[] => {
  const parts = text.split(',').map((part) => part.trim());
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (!parts.every((part) => ID.test(part))) return refuse('must be user ids separated by commas');
  if (parts.length > MAX_IDS) return refuse(`must be at most ${MAX_IDS} ids`);
  return [...new Set(parts.map(Number))];
});
