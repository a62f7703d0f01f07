import type { HTTPRequest, Page } from 'puppeteer';

/** A form of the editor: fields in which the owner types words, and fields with values to choose from. */
export type EditedForm = {
  name: string;
  path: string;
  texts: readonly string[];
  choices: Readonly<Record<string, readonly string[]>>;
};

/** A tab of the owner with a form. The address changes when a new entry is saved. */
export type Tab = {
  page: Page;
  url: string;
  form: EditedForm;
  /** The results of all submitted forms, for the message of a failed test. */
  submissions: string[];
};

export function recordSubmissions({ page, submissions }: Tab): void {
  const record = (request: HTTPRequest, result: string) => {
    if (request.method() === 'POST') submissions.push(`${new URL(request.url()).pathname}: ${result}`);
  };
  page.on('response', (response) => record(response.request(), String(response.status())));
  page.on('requestfailed', (request) => record(request, request.failure()?.errorText ?? 'failed'));
}

export const inForm = (name: string) => `.editor-form [name="${name}"]`;

/** Types at the end of the field. A tab in the background would not get the keys. */
export async function type({ page }: Tab, name: string, text: string): Promise<void> {
  await page.bringToFront();
  await page.focus(inForm(name));
  await page.keyboard.down('Control');
  await page.keyboard.press('End');
  await page.keyboard.up('Control');
  await page.keyboard.type(text);
}

/** Chooses an option, a date or a level, as the controls of the browser do. */
export async function choose({ page }: Tab, name: string, value: string): Promise<void> {
  await page.$eval(
    inForm(name),
    (field, chosen) => {
      (field as HTMLInputElement).value = chosen;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    value,
  );
}

/** The value of a field, and what the page shows as its stored value, if another request changed it. */
export async function fieldOf({ page }: Tab, name: string): Promise<{ value: string; stored: string | undefined }> {
  return page.$eval(inForm(name), (field) => {
    const { name, value } = field as HTMLInputElement;
    const use = document.querySelector<HTMLElement>(`.stored-text [name="use"][value="${name}"]`);
    return { value, stored: use?.dataset.stored };
  });
}

export const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);
