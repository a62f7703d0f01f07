/** Markup, scripts and control characters that must have no effect on a page. */
export function hostileText(canaryUrl: string): string {
  return [
    '"><script>document.title="owned"</script>',
    '<img src=x onerror="document.title=\'owned\'">',
    `<svg onload="document.title='owned'"><image href="${canaryUrl}/svg"/></svg>`,
    `</style><style>@import "${canaryUrl}/css";</style>`,
    '</script><script>document.title="owned"</script>',
    '</title><meta http-equiv="refresh" content="0;url=about:blank">',
    '<!--<script>',
    '\u202Egnp.exe\u202C \u0000\u0007',
  ].join(' ');
}

/** A JSON Resume with hostile values in fields that are stored without the validation of CV fields. */
export function importedResume(hostile: string): Record<string, unknown> {
  const urls = [
    'javascript:document.title="owned"',
    'data:text/html,<script>1</script>',
    'JaVaScRiPt\t:1',
    '//evil.example',
  ];
  return {
    basics: {
      name: hostile,
      label: hostile,
      url: urls[0],
      profiles: urls.map((url) => ({ network: hostile, username: 'x', url })),
    },
    projects: urls.map((url) => ({
      name: hostile,
      description: hostile,
      url,
      highlights: [hostile],
      keywords: [hostile],
    })),
    certificates: urls.map((url) => ({ name: hostile, issuer: hostile, url })),
    references: [{ name: hostile, reference: hostile }],
    languages: [{ language: hostile, fluency: hostile }],
  };
}
