/** What an administrator may do, from least to most: look; change keys and applications; change the team. */
export const roles = ['viewer', 'administrator', 'owner'] as const;
export type Role = (typeof roles)[number];

/** Whether the one role includes the other. */
export function mayActAs(has: Role, needed: Role): boolean {
  return roles.indexOf(has) >= roles.indexOf(needed);
}

export function parseRole(text: string | undefined): Role | undefined {
  return roles.find((role) => role === text);
}
