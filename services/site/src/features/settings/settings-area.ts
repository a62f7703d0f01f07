/** The areas of the settings, in the groups and the order of the menu. */
export const areaGroups = {
  api: ['keys', 'consumption', 'signature', 'applications', 'limits'],
  company: ['users', 'team', 'audit'],
  you: ['security'],
  operator: ['queue'],
} as const;
export type AreaName = (typeof areaGroups)[keyof typeof areaGroups][number];

export function areaPath(name: AreaName): string {
  return `/settings/${name}`;
}
