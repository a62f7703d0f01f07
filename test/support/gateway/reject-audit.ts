import type { Connection } from 'mongoose';

/** Makes MongoDB reject audit entries with this action while `attempt` runs, like a full disk or a lost primary. */
export async function withRejectedAudit<T>(
  connection: Connection,
  action: string,
  attempt: () => Promise<T>,
): Promise<T> {
  await validate(connection, { action: { $ne: action } });
  try {
    return await attempt();
  } finally {
    await validate(connection, {});
  }
}

async function validate({ db }: Connection, validator: Record<string, unknown>): Promise<void> {
  if (!db) throw new Error('The connection is closed');
  await db.command({ collMod: 'auditEntries', validator });
}
