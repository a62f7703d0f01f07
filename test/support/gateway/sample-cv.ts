import { readFileSync } from 'node:fs';

const recorded = new URL('../../../gateway/assets/recorded-examples.json', import.meta.url);

/** The text of a whole CV as the resume service answers it. */
export function sampleCv(id: number, title = 'Engineer'): string {
  return JSON.stringify({ ...answerOf('cv.read'), id, title });
}

export function sampleUser(id: number): string {
  return JSON.stringify({ ...answerOf('users.read'), id });
}

function answerOf(call: string): object | undefined {
  const calls = JSON.parse(readFileSync(recorded, 'utf8')) as Record<string, { response: { body: object } }>;
  return calls[call]?.response.body;
}
