import type { ComponentChildren, VNode } from 'preact';

/** A paged list, newest first, with the filter in its address. */
export type PagedList = { path: string; choice: Readonly<Record<string, string | undefined>> };

export type FilterFormProps = PagedList & {
  messages: { title: string; submit: string; clear: string };
  /** The fields. */
  children: ComponentChildren;
};

export function FilterForm({ path, choice, messages, children }: FilterFormProps): VNode {
  return (
    <form class="sheet filter-form" method="get" action={path} aria-label={messages.title}>
      {children}
      <div class="actions">
        <button type="submit" class="button button-secondary">
          {messages.submit}
        </button>
        {isNarrowed(choice) && <a href={path}>{messages.clear}</a>}
      </div>
    </form>
  );
}

export type PageStepsProps = PagedList & {
  messages: { newest: string; older: string };
  /** The id before which the next page starts, or a cursor. */
  next: number | string | undefined;
  isFirst: boolean;
  /** The parameter and the anchor of this list, on a page with several lists. */
  list?: { parameter: string; id: string };
};

const ONLY_LIST = { parameter: 'before', id: '' };

/** Links to older and to the newest entries; nothing if there is only one page. */
export function PageSteps({ path, choice, messages, next, isFirst, list = ONLY_LIST }: PageStepsProps): VNode | null {
  if (next === undefined && isFirst) return null;
  return (
    <p class="actions">
      {!isFirst && <a href={addressOf({ path, choice }, list)}>{messages.newest}</a>}
      {next !== undefined && (
        <a href={addressOf({ path, choice }, list, next)} rel="next">
          {messages.older}
        </a>
      )}
    </p>
  );
}

export function isNarrowed(choice: PagedList['choice']): boolean {
  return Object.keys(choice).length > 0;
}

function addressOf({ path, choice }: PagedList, { parameter, id }: typeof ONLY_LIST, before?: number | string): string {
  const query = new URLSearchParams(
    Object.entries(choice).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  if (before !== undefined) query.set(parameter, String(before));
  const anchor = id === '' ? '' : `#${id}`;
  return `${path}${query.size === 0 ? '' : `?${query}`}${anchor}`;
}
