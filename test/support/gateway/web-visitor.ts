import { randomInt } from 'node:crypto';

/** The values of fields. A list stands for several fields with one name. */
export type FormFields = Record<string, string | readonly string[]>;

/** A browser without scripts that supports forms and cookies. */
export type WebVisitor = {
  get(path: string, headers?: Record<string, string>): Promise<PageResponse>;
  /** Submits the form with this action: its hidden fields and the given ones. */
  submit(page: PageResponse, action: string, fields?: FormFields): Promise<PageResponse>;
  /** Submits a form and follows its redirect. */
  submitAndFollow(page: PageResponse, action: string, fields?: FormFields): Promise<PageResponse>;
  post(
    path: string,
    fields: FormFields | URLSearchParams | FormData,
    headers?: Record<string, string>,
  ): Promise<PageResponse>;
  cookies: Map<string, string>;
};

export type PageResponse = { status: number; location: string | undefined; headers: Headers; text: string };

export function createWebVisitor(url: string, address: string): WebVisitor {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit, headers: Record<string, string> = {}): Promise<PageResponse> => {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, url), {
      ...init,
      redirect: 'manual',
      headers: { 'X-Forwarded-For': address, ...(cookie ? { Cookie: cookie } : {}), ...headers },
    });
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line);
    const location = response.headers.get('location') ?? undefined;
    return { status: response.status, location, headers: response.headers, text: await response.text() };
  };
  const post: WebVisitor['post'] = (path, fields, headers) =>
    send(path, { method: 'POST', body: bodyOf(fields) }, headers);
  const get: WebVisitor['get'] = (path, headers) => send(path, { method: 'GET' }, headers);
  const submit: WebVisitor['submit'] = (page, action, fields = {}) =>
    post(action, { ...hiddenFields(page.text, action), ...fields });
  return {
    cookies,
    post,
    get,
    submit,
    submitAndFollow: async (...form) => {
      const response = await submit(...form);
      return response.location === undefined ? response : get(response.location);
    },
  };
}

function bodyOf(fields: FormFields | URLSearchParams | FormData): URLSearchParams | FormData {
  if (fields instanceof URLSearchParams || fields instanceof FormData) return fields;
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as [string, string])),
  );
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const name = pair.slice(0, pair.indexOf('='));
  if (/max-age=0/i.test(line)) cookies.delete(name);
  else cookies.set(name, pair.slice(pair.indexOf('=') + 1));
}

/** Returns the HTML of the first form with this action. */
export function formIn(html: string, action: string): string {
  const form = html.split('<form ').find((part) => part.includes(`action="${action}"`));
  const [, title = 'the page'] = /<title>([^<]*)/.exec(html) ?? [];
  if (form === undefined) throw new Error(`No form of “${title}” has the action ${action}`);
  return form.slice(0, form.indexOf('</form>'));
}

/** Returns the hidden fields of the first form with this action. */
export function hiddenFields(html: string, action: string): Record<string, string> {
  const inputs = formIn(html, action).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries(Array.from(inputs, ([, name = '', value = '']) => [name, plainText(value)]));
}

function plainText(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

/** Returns a random IP address. Visitors with the same address would share rate limits. */
export function newAddress(): string {
  return `2001:db8:${randomInt(2 ** 16).toString(16)}:${randomInt(2 ** 16).toString(16)}::1`;
}
