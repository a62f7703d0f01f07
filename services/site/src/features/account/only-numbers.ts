import type { RequestHandler } from 'express';

/** Ids and revisions. */
export const NUMBER = /^[1-9]\d{0,14}$/;

/** Returns the id or revision that a text is, undefined for any other text. */
export const numberOf = (text = ''): number | undefined => (NUMBER.test(text) ? Number(text) : undefined);

/** Accepts only paths whose parameters are ids or revisions. */
export const onlyNumbers: RequestHandler = ({ params }, _response, next) =>
  next(Object.values(params).every((value) => NUMBER.test(String(value))) ? undefined : 'route');
