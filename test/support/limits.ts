import type { System } from './system.ts';

/** Sets what a company may call in a minute. */
export async function setLimits(
  { vitae }: Pick<System, 'vitae'>,
  companyId: number,
  limits: { standard?: number; intensive?: number },
): Promise<void> {
  const given = Object.entries(limits).flatMap(([name, count]) => [`--${name}`, String(count)]);
  await vitae('company', 'set-limits', '--company', String(companyId), ...given);
}
