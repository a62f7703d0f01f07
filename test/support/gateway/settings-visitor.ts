import { newAddress } from './new-address.ts';
import { createWebVisitor, type PageResponse, type WebVisitor } from './web-visitor.ts';

type Person = { email: string; password: string };

/** Somebody with an address of their own, who has not signed in. */
export function visitSettings({ url }: { url: string }): WebVisitor {
  return createWebVisitor(url, newAddress());
}

/** Gives address and password; what the settings answer. */
export async function signIn(visitor: WebVisitor, { email, password }: Person): Promise<PageResponse> {
  return visitor.submit(await visitor.get('/settings/sign-in'), '/settings/sign-in', { email, password });
}

export async function signedInAt(gateway: { url: string }, person: Person): Promise<WebVisitor> {
  const visitor = visitSettings(gateway);
  const { status, text } = await signIn(visitor, person);
  if (status !== 303) throw new Error(`Not signed in: ${status} ${text}`);
  return visitor;
}
