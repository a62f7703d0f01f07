import type { Router } from 'express';
import type { Administrator } from '@vitae/accounts/administrators/administrators';
import type { SettingsSite } from './settings-site.tsx';

/** The areas of the settings, in the order of the menu and grouped as there. */
export const areaGroups = {
  api: ['keys', 'consumption', 'signature', 'applications', 'limits'],
  company: ['team', 'audit'],
  you: ['security'],
  operator: ['queue'],
} as const;
export type AreaName = (typeof areaGroups)[keyof typeof areaGroups][number];

/**
 * The pages of one area, under `/settings/<name>`. An area is a folder here with its messages in
 * messages/settings/<name>; it is in the menu as soon as it is in the list of settings-areas.ts.
 */
export type SettingsArea = {
  name: AreaName;
  /** Whether it is in the menu of this administrator; of everybody, when left out. */
  isFor?(administrator: Administrator): Promise<boolean>;
  routes(site: SettingsSite): Router;
};

export function areaPath(name: AreaName): string {
  return `/settings/${name}`;
}
