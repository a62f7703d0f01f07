/** Of the pages that a browser prints or takes a picture of: nothing is loaded and nothing runs, whatever a text of the CV may contain. */
export const PAGE_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
