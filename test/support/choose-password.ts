import { createWebVisitor, newAddress } from './gateway/web-visitor.ts';

const PASSWORD = 'a long walk by the sea';

/** Chooses a password on the page of an invitation or of a link to reset the password. */
export async function choosePassword(url: string): Promise<void> {
  const { origin, pathname } = new URL(url);
  const visitor = createWebVisitor(origin, newAddress());
  const page = await visitor.get(pathname);
  const { status, text } = await visitor.submit(page, pathname, { next: PASSWORD, again: PASSWORD });
  if (status !== 303) throw new Error(`Choosing a password failed: ${status} ${text}`);
}
