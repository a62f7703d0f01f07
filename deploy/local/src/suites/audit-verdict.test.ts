import { auditSummary, auditVerdict } from './audit-verdict.ts';

// Output of pnpm 12, shortened to one advisory.
const reportWith = (severity?: string) =>
  JSON.stringify({
    advisories: severity
      ? {
          '1100001': {
            findings: [{ version: '6.0.0', paths: ['gateway>saxes'], dev: false, optional: false, bundled: false }],
            id: 1_100_001,
            title: 'An example',
            module_name: 'saxes',
            severity,
            url: 'https://github.com/advisories/GHSA-xxxx-yyyy-zzzz',
          },
        }
      : {},
    metadata: { vulnerabilities: { info: 0, low: 0, moderate: 1, high: 0, critical: 0 }, totalDependencies: 395 },
  });
const NO_AUDITS = `Error: ERR_PNPM_AUDIT_BAD_RESPONSE

  × The audit endpoint (at https://registry.npmjs.org/-/npm/v1/security/
  │ advisories/bulk) responded with 405:
`;
const UNREACHABLE = `Error: ERR_PNPM_AUDIT_BAD_RESPONSE

  × Failed to request the audit endpoint (at http://127.0.0.1:9/-/npm/v1/
  │ security/advisories/bulk): error sending request for url
  │ (http://127.0.0.1:9/-/npm/v1/security/advisories/bulk)
  ├─▶ client error (Connect)
  ├─▶ tcp connect error
  ╰─▶ Connection refused (os error 111)
`;

describe('the audit of dependencies', () => {
  test('passes without known vulnerabilities of high severity', () => {
    expect(auditVerdict({ status: 0, stdout: reportWith(), stderr: '' }).outcome).toBe('clean');
    expect(auditVerdict({ status: 0, stdout: reportWith('moderate'), stderr: '' }).outcome).toBe('clean');
  });

  test.each(['high', 'critical'])('fails on %s severity and names the package', (severity) => {
    expect(auditVerdict({ status: 1, stdout: reportWith(severity), stderr: '' })).toEqual({
      outcome: 'vulnerable',
      message: `${severity}: saxes: An example https://github.com/advisories/GHSA-xxxx-yyyy-zzzz`,
    });
  });

  test.each([
    ['does not support audits', { status: 1, stdout: '', stderr: NO_AUDITS }],
    ['does not support audits', { status: 1, stdout: '', stderr: NO_AUDITS.replace('405', '404') }],
    ['is not reachable', { status: 1, stdout: '', stderr: UNREACHABLE }],
    ['did not respond in time', { status: null, stdout: '', stderr: '' }],
  ])('reports that nothing was checked if the registry %s', (reason, run) => {
    const { outcome, message } = auditVerdict(run);
    expect(outcome).toBe('unchecked');
    expect(message).toMatch(new RegExp(`^NOT CHECKED: the registry ${reason}\\.`));
  });

  test('warns in CI on lines of its own if nothing was checked', () => {
    const verdict = auditVerdict({ status: 1, stdout: '', stderr: NO_AUDITS });
    expect(auditSummary(verdict, { isCi: true })).toMatch(/\n!+\nWARNING: DEPENDENCIES WERE NOT CHECKED\. .*\n!+\n$/);
    expect(auditSummary(verdict, { isCi: false })).not.toContain('WARNING');
    const clean = auditVerdict({ status: 0, stdout: reportWith(), stderr: '' });
    expect(auditSummary(clean, { isCi: true })).not.toContain('WARNING');
  });

  test('fails if pnpm failed for another reason', () => {
    const lockfile = 'Error: ERR_PNPM_AUDIT_NO_LOCKFILE';
    for (const stderr of [lockfile, NO_AUDITS.replace('405', '401'), '']) {
      expect(auditVerdict({ status: 1, stdout: '', stderr }).outcome).toBe('failed');
    }
    expect(auditVerdict({ status: 1, stdout: reportWith(), stderr: '' }).outcome).toBe('failed');
    expect(auditVerdict({ status: 0, stdout: 'nonsense', stderr: '' }).outcome).toBe('failed');
  });
});
