import type { RequestHandler } from 'express';

/** Ids and revisions. */
export const NUMBER = /^[1-9]\d{0,14}$/;

/** Accepts only paths whose parameters are ids or revisions. */
export const onlyNumbers: RequestHandler = ({ params }, _response, next) =>
  next(Object.values(params).every((value) => NUMBER.test(String(value))) ? undefined : 'route');
