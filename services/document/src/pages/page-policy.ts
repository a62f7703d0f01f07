/** Content Security Policy of pages that the export browser prints: no scripts, no requests, even if escaping failed. */
export const PAGE_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
