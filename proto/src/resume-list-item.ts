import { z } from 'zod';
import { userKind } from './user-record.ts';

/** `YYYY-MM-DDThh:mm:ss+hhmm` */
export const listDatetime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}$/);

/** An item of the CV list. Ids and status codes are strings, as in the specification. */
export const resumeListItem = z.strictObject({
  id: z.string(),
  title: z.string(),
  completion: z.number().min(0).max(1),
  anonymized: z.boolean(),
  main: z.boolean(),
  /** The numeric status code (resume-status.ts). */
  status: z.string(),
  public_url: z.string(),
  private_url: z.string(),
  created: listDatetime,
  updated: listDatetime,
  indexed: z.boolean(),
  protected: z.boolean(),
  /** The display name of the user's manager, or "". */
  manager: z.string(),
  language: z.string(),
  user: z.strictObject({
    username: z.string(),
    email: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    kind: userKind,
    id: z.int().positive(),
    phone: z.string(),
  }),
});
export type ResumeListItem = z.infer<typeof resumeListItem>;

/** An item of the status query. */
export const resumeStatusItem = z.strictObject({
  title: z.string(),
  anonymized: z.boolean(),
  main: z.boolean(),
  id: z.string(),
  created: listDatetime,
  updated: listDatetime,
  language: z.string(),
});
export type ResumeStatusItem = z.infer<typeof resumeStatusItem>;
