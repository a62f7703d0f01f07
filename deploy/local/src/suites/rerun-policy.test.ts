import { projectRoot } from '../project-root.ts';
import { mayRerun } from './rerun-policy.ts';
import { findTestFiles } from './test-files.ts';

describe('the rerun policy', () => {
  test.each([
    'gateway/src/quota/company-quota.integration.test.ts',
    'gateway/src/quota/replay-barrier.integration.test.ts',
    'gateway/src/quota/oauth-nonce-store.integration.test.ts',
    'services/accounts/src/keys/rotation.integration.test.ts',
    'services/site/src/site-security.integration.test.ts',
    'services/resume/src/cv-list.integration.test.ts',
    'test/e2e/company-api/tenants.test.ts',
    'test/e2e/quota-on-four-gateways.test.ts',
    'test/fault/request-smuggling.test.ts',
    'services/kit/src/errors.test.ts',
  ])('never reruns %s', (file) => {
    expect(mayRerun(file)).toBe(false);
  });

  test.each([
    'services/export/src/office/converter.integration.test.ts',
    'test/fault/kill-any-process.test.ts',
    'test/browser/accessibility.integration.test.ts',
  ])('allows one rerun of %s, which depends on other programs', (file) => {
    expect(mayRerun(file)).toBe(true);
  });

  test('applies to most tests', () => {
    const files = findTestFiles(projectRoot);
    expect(files.filter(mayRerun).length / files.length).toBeLessThan(0.3);
  });
});
