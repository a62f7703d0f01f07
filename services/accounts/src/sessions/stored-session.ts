import type { Device, SessionLimits, Subject } from './session-store.ts';

/** A session as it lies in Redis; times in milliseconds. */
export type StoredSession = Subject & {
  startedAt: number;
  lastSeenAt: number;
  /** When this id was given out. */
  issuedAt: number;
  formKey: string;
  device?: Device | undefined;
  mark?: string | undefined;
  /** There is a newer id. */
  replaced?: true;
  /** Digest of the id before this one. */
  predecessor?: string;
  /** Digest of the newer id. */
  successor?: string;
};

export function parseSession(text: string | null): StoredSession | undefined {
  return text === null ? undefined : (JSON.parse(text) as StoredSession);
}

/** Gateways' clocks may differ by this much. */
const CLOCK_TOLERANCE_MS = 300_000;

export function ageOf({ startedAt }: StoredSession, now: number): number {
  return Math.max(0, now - startedAt);
}

/** Too old, idle too long, or begun in the future: a clock that was put back must not lengthen a session. */
export function hasEnded(session: StoredSession, now: number, limits: SessionLimits): boolean {
  if (session.startedAt > now + CLOCK_TOLERANCE_MS) return true;
  if (ageOf(session, now) >= limits.absoluteSeconds * 1000) return true;
  return now - session.lastSeenAt >= limits.idleSeconds * 1000 + CLOCK_TOLERANCE_MS;
}
