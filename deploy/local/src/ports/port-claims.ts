import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createExclusively, removeStaleFile } from '../data-dir/exclusive-file.ts';
import { identify, isRunning, type ProcessIdentity } from '../processes/process-table.ts';

/** Ports that launchers on this machine have assigned to processes, even if a process does not listen at the moment. */
export type PortClaims = {
  /** Returns false if another launcher has claimed the port. */
  claim(port: number): boolean;
  release(): void;
};

/**
 * Prevents two systems that start at the same time from choosing the same free port. A claim also protects the port
 * while its process restarts. It expires when the launcher that made it exits.
 */
export function openPortClaims(folder: string): PortClaims {
  const own = identify(process.pid) as ProcessIdentity;
  const claimed = new Set<string>();
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o1777); // shared by the launchers of all users
  }
  return {
    claim: (port) => {
      const file = join(folder, String(port));
      if (existsSync(file) && !isHeld(text(file))) removeStaleFile(file, isHeld);
      const created = createExclusively(file, JSON.stringify(own));
      if (created) claimed.add(file);
      return created;
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
    return false; // incomplete: its launcher was killed while it wrote
  }
}

function text(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // released by another launcher
  }
}
