import { changesOf, releaseChangelog } from './changelog.ts';

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n### Added\n- A page.\n\n## [0.1.0] - 2026-01-02\n\n- First.\n';

test('moves unreleased changes to a section with the date', () => {
  const released = releaseChangelog(CHANGELOG, '0.2.0', '2026-03-04');
  expect(released).toBe(
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-03-04\n\n### Added\n- A page.\n\n## [0.1.0] - 2026-01-02\n\n- First.\n',
  );
  expect(changesOf(released, '0.2.0')).toBe('### Added\n- A page.\n');
  expect(changesOf(released, '0.1.0')).toBe('- First.\n');
});

test('rejects a version that has a section, or has no changes', () => {
  expect(() => releaseChangelog(CHANGELOG, '0.1.0', '2026-03-04')).toThrow('already has a section 0.1.0');
  const released = releaseChangelog(CHANGELOG, '0.2.0', '2026-03-04');
  expect(() => releaseChangelog(released, '0.3.0', '2026-03-05')).toThrow('no unreleased changes');
});

test('says how to create a missing section', () => {
  expect(() => changesOf(CHANGELOG, '0.2.0')).toThrow('npm run release -- --version 0.2.0');
});
