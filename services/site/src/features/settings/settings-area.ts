import type { Administrator } from '@vitae/accounts/administrators/administrators';
import type { Router } from 'express';
import type { SettingsSite } from './settings-site.tsx';

/** The areas of the settings, in the groups and the order of the menu. */
export const areaGroups = {
  api: ['keys', 'consumption', 'signature', 'applications', 'limits'],
  company: ['team', 'audit'],
  you: ['security'],
  operator: ['queue'],
} as const;
export type AreaName = (typeof areaGroups)[keyof typeof areaGroups][number];

/**
 * The pages of one area, under `/settings/<name>`. Each area is a folder here. It appears in the menu when it is in the
 * list of areas in settings-surface.ts.
 */
export type SettingsArea = {
  name: AreaName;
  /** Whether the area is available to this administrator. Available to all if omitted. */
  isFor?(administrator: Administrator): Promise<boolean>;
  routes(site: SettingsSite): Router;
};

export function areaPath(name: AreaName): string {
  return `/settings/${name}`;
}
