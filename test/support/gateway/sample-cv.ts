import { readFileSync } from 'node:fs';

const recorded = new URL('../../../gateway/assets/recorded-examples.json', import.meta.url);

/** Returns the JSON of a complete CV as the resume service returns it. */
export function sampleCv(id: number, title = 'Engineer'): string {
  return JSON.stringify({ ...bodyOf('cv.read'), id, title });
}

export function sampleUser(id: number): string {
  return JSON.stringify({ ...bodyOf('users.read'), id });
}

function bodyOf(operation: string): object | undefined {
  const calls = JSON.parse(readFileSync(recorded, 'utf8')) as Record<string, { response: { body: object } }>;
  return calls[operation]?.response.body;
}
