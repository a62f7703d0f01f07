import type { NextFunction, Request, Response } from 'express';
import { seeOther } from '../layout/render.ts';
import type { KeptForm } from './kept-form.ts';

/** The form to show again, and the context after the sign-in. */
export type KeptContext<Context> = { context: Context; form: KeptForm };

/** Shows a form that was not saved, after its owner or administrator has signed in again. */
export type KeptFormRoute<Context> = {
  /** Continues with the route of the form, which shows it again. Another visitor is redirected to `start`. */
  show(context: Context, visitorId: number | undefined, form: KeptForm, next: NextFunction): void;
  /** Returns what `show` continues with, undefined for other requests. */
  read(response: Response): KeptContext<Context> | undefined;
};

export function createKeptFormRoute<Context extends { request: Request; response: Response }>(
  start: string,
): KeptFormRoute<Context> {
  return {
    show: (context, visitorId, form, next) => {
      const { request, response } = context;
      if (form.ownerId !== visitorId) return seeOther(response, start);
      const kept: KeptContext<Context> = { context, form };
      response.locals.kept = kept;
      request.url = form.path;
      return next();
    },
    read: (response) => response.locals.kept as KeptContext<Context> | undefined,
  };
}
