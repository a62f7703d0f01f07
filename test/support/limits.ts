import type { System } from './system.ts';

/** Sets the requests per minute of a company. */
export async function setLimits(
  { vitae }: Pick<System, 'vitae'>,
  companyId: number,
  limits: { standard?: number; intensive?: number },
): Promise<void> {
  const given = Object.entries(limits).flatMap(([name, count]) => [`--${name}`, String(count)]);
  await vitae('company', 'set-limits', '--company', String(companyId), ...given);
}
