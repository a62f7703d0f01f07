import { createWebVisitor, newAddress, type PageResponse, type WebVisitor } from './web-visitor.ts';

type Account = { email: string; password: string };

/** Creates a visitor who has not signed in, with a random IP address. */
export function visitSettings({ url }: { url: string }): WebVisitor {
  return createWebVisitor(url, newAddress());
}

/** Submits the sign-in form and returns the response. */
export async function signIn(visitor: WebVisitor, { email, password }: Account): Promise<PageResponse> {
  return visitor.submit(await visitor.get('/settings/sign-in'), '/settings/sign-in', { email, password });
}

export async function signedInAt(gateway: { url: string }, account: Account): Promise<WebVisitor> {
  const visitor = visitSettings(gateway);
  const { status, text } = await signIn(visitor, account);
  if (status !== 303) throw new Error(`Not signed in: ${status} ${text}`);
  return visitor;
}
