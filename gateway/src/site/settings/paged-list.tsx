import type { ComponentChildren, VNode } from 'preact';

/** A list with its newest first, page by page, and what the address says to show of it. */
export type PagedList = { path: string; choice: Readonly<Record<string, string | undefined>> };

export type FilterFormProps = PagedList & {
  words: { title: string; submit: string; clear: string };
  /** The fields. */
  children: ComponentChildren;
};

export function FilterForm({ path, choice, words, children }: FilterFormProps): VNode {
  return (
    <form class="sheet filter-form" method="get" action={path} aria-label={words.title}>
      {children}
      <div class="actions">
        <button type="submit" class="button button-secondary">
          {words.submit}
        </button>
        {isNarrowed(choice) && <a href={path}>{words.clear}</a>}
      </div>
    </form>
  );
}

export type PageStepsProps = PagedList & {
  words: { newest: string; older: string };
  /** Id before which the next page begins. */
  next: number | undefined;
  isFirst: boolean;
};

/** To the older ones, and back to the newest; nothing where there is one page. */
export function PageSteps({ path, choice, words, next, isFirst }: PageStepsProps): VNode | null {
  if (next === undefined && isFirst) return null;
  return (
    <p class="actions">
      {!isFirst && <a href={addressOf({ path, choice })}>{words.newest}</a>}
      {next !== undefined && (
        <a href={addressOf({ path, choice }, next)} rel="next">
          {words.older}
        </a>
      )}
    </p>
  );
}

export function isNarrowed(choice: PagedList['choice']): boolean {
  return Object.keys(choice).length > 0;
}

function addressOf({ path, choice }: PagedList, before?: number): string {
  const query = new URLSearchParams(choice as Record<string, string>);
  if (before !== undefined) query.set('before', String(before));
  return query.size === 0 ? path : `${path}?${query}`;
}
