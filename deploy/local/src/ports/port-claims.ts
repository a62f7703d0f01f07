import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createExclusively, removeStaleFile } from '../data-dir/exclusive-file.ts';
import { identify, isRunning, type ProcessIdentity } from '../processes/process-table.ts';

/** Ports that launchers of this machine have given to their processes, whether those listen just now or not. */
export type PortClaims = {
  /** False where another launcher has it. */
  claim(port: number): boolean;
  release(): void;
};

/**
 * A free port is no longer free a second later, when a process has come up on it: of two systems that start together,
 * or of one that brings a process back, each keeps what it has claimed. A claim ends with the process that made it.
 */
export function openPortClaims(folder: string): PortClaims {
  const own = identify(process.pid) as ProcessIdentity;
  const claimed = new Set<string>();
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o1777); // every user's launchers
  }
  return {
    claim: (port) => {
      const file = join(folder, String(port));
      if (existsSync(file) && !isHeld(text(file))) removeStaleFile(file, isHeld);
      const placed = createExclusively(file, JSON.stringify(own));
      if (placed) claimed.add(file);
      return placed;
    },
    release: () => {
      for (const file of claimed) rmSync(file, { force: true });
      claimed.clear();
    },
  };
}

function isHeld(record: string): boolean {
  try {
    return isRunning(JSON.parse(record) as ProcessIdentity);
  } catch {
    return false; // cut off, so that nobody can have relied on it
  }
}

function text(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // given back meanwhile
  }
}
