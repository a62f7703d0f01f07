import type { Page } from '@vitae/proto/gen/cv/resume/v1/Page';

/** Follows `next` to the last page and returns all rows. */
export async function readAllPages<Row>(
  read: (cursor: string) => Promise<Pick<Page, 'next'> & { rows: Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor = '';
  do {
    const page = await read(cursor);
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== '');
  return rows;
}
