/** Everything that the audit log knows of. A new one needs its words in messages/settings/audit. */
export const auditActions = [
  'signedIn',
  'signInFailed',
  'secondFactorFailed',
  'recoveryCodeUsed',
  'signedOut',
  'sessionEnded',
  'otherSessionsEnded',
  'passwordChanged',
  'resetLinkMade',
  'passwordReset',
  'secondFactorOn',
  'secondFactorOff',
  'recoveryCodesMade',
  'administratorCreated',
  'invited',
  'invitationWithdrawn',
  'invitationAccepted',
  'roleChanged',
  'administratorRemoved',
  'keyCreated',
  'keyImported',
  'keyRolled',
  'keyRevoked',
  'timestampPolicyChanged',
  'signatureExplained',
  'applicationCreated',
  'applicationChanged',
  'applicationKeyRolled',
  'applicationDisabled',
  'limitsChanged',
  'queueOpened',
] as const;
export type AuditAction = (typeof auditActions)[number];

export function parseAuditAction(text: string | undefined): AuditAction | undefined {
  return auditActions.find((action) => action === text);
}
