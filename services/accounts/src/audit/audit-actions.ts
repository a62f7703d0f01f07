/** The recorded actions. Each needs a text in the site's messages. */
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
  'keyFenceChanged',
  'keyFenceRemoved',
  'signatureExplained',
  'applicationCreated',
  'applicationChanged',
  'applicationKeyRolled',
  'applicationDisabled',
  'limitsChanged',
  'ownerInvited',
  'ownerInvitationWithdrawn',
  'ownerSignInLinkMade',
  'queueOpened',
] as const;
export type AuditAction = (typeof auditActions)[number];

export function parseAuditAction(text: string | undefined): AuditAction | undefined {
  return auditActions.find((action) => action === text);
}
