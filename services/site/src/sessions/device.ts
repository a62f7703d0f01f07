import type { Device } from '@vitae/accounts/sessions/session-records';
import type { Request } from 'express';
import type { Messages } from '../locales/messages.ts';

const MAX_USER_AGENT = 300;

/** The device that sent a request, for the list of sessions. */
export function deviceOf(request: Request): Device {
  return { address: request.ip ?? '', userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT) };
}

// The order matters: most User-Agents also contain the names of browsers further down.
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns a readable device name for a User-Agent, such as “Firefox on Linux”. */
export function deviceName(userAgent: string, { security: { sessions }, text }: Messages): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser && system) return text(sessions.on, { browser, system });
  return browser ?? system ?? sessions.unknownDevice;
}
