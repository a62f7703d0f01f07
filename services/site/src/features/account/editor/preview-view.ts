/** The sheets of paper of the printed CV, or its web page. */
export const previewViews = ['pages', 'web'] as const;
export type PreviewView = (typeof previewViews)[number];
