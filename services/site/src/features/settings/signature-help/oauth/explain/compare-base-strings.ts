import { shown } from './member-deviations.ts';

/** A part in which two base strings differ; `name` is the parameter. */
export type BaseStringDifference =
  | { is: 'theirsIncomplete' | 'theirsMethod' | 'theirsUri' }
  | { is: 'theirsLacks' | 'theirsAdds' | 'theirsDiffers'; name: string };

const MAX_NAMED = 5;

/** Compares our base string with the sender's by meaning: method, URI, and the parameters by name. */
export function compareBaseStrings(ours: string, theirs: string): BaseStringDifference[] {
  if (ours === theirs) return [];
  const [a, b] = [partsOf(ours), partsOf(theirs)];
  if (!a || !b) return [{ is: 'theirsIncomplete' }];
  return [
    ...(a.method === b.method ? [] : [{ is: 'theirsMethod' as const }]),
    ...(a.uri === b.uri ? [] : [{ is: 'theirsUri' as const }]),
    ...compareParameters(a.parameters, b.parameters).slice(0, MAX_NAMED),
  ];
}

function compareParameters(ours: readonly string[], theirs: readonly string[]): BaseStringDifference[] {
  const lacking = namesOf(withoutThose(ours, theirs));
  const extra = namesOf(withoutThose(theirs, ours));
  return [
    ...lacking.map((name) => ({
      is: extra.includes(name) ? ('theirsDiffers' as const) : ('theirsLacks' as const),
      name,
    })),
    ...extra.filter((name) => !lacking.includes(name)).map((name) => ({ is: 'theirsAdds' as const, name })),
  ];
}

function withoutThose(pairs: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const pair of others) left.set(pair, (left.get(pair) ?? 0) + 1);
  return pairs.filter((pair) => {
    const count = left.get(pair) ?? 0;
    left.set(pair, count - 1);
    return count <= 0;
  });
}

function namesOf(pairs: readonly string[]): string[] {
  return [...new Set(pairs.map((pair) => shown(decoded(pair.split('=', 1)[0] ?? ''))))];
}

function partsOf(text: string): { method: string; uri: string; parameters: string[] } | undefined {
  const [method, uri, parameters, ...more] = text.split('&');
  if (method === undefined || uri === undefined || parameters === undefined || more.length > 0) return undefined;
  return { method, uri: decoded(uri), parameters: decoded(parameters).split('&') };
}

function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_written, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
