/** From the fewest permissions to the most: view; change keys and applications; change the team. */
export const roles = ['viewer', 'administrator', 'owner'] as const;
export type Role = (typeof roles)[number];

/** Returns whether a role includes the permissions of another. */
export function mayActAs(has: Role, needed: Role): boolean {
  return roles.indexOf(has) >= roles.indexOf(needed);
}

export function parseRole(text: string | undefined): Role | undefined {
  return roles.find((role) => role === text);
}
