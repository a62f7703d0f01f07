import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { renderToString } from 'preact-render-to-string';
import type { DocumentModel, Entry, Group, Header, Linked, Quote, Section } from '../document-model.ts';
import { isPlain } from '../document-model.ts';
import { directionOfPhrase } from '../writing-system.ts';

/** The reading direction of the page. */
export const PageDirection = createContext<DocumentModel['direction']>('ltr');

/** A short text in its own direction. Omitting `dir` where it equals the page's saves a third of the markup. */
function Phrase({ text }: { text: string }): ComponentChildren {
  const own = directionOfPhrase(text);
  return own === useContext(PageDirection) ? text : <span dir={own}>{text}</span>;
}

/** Returns a function for the `dir` attribute of a paragraph: `auto`, unless page and text are left-to-right. */
function useProseDirection(): (text: string) => 'auto' | undefined {
  const page = useContext(PageDirection);
  return (text) => (page === 'ltr' && directionOfPhrase(text) === 'ltr' ? undefined : 'auto');
}

// Owners choose these links: search engines must not count them as recommendations, and the linked page gets no
// access to this window.
const LINK_RELATION = 'noopener nofollow ugc';

export function LinkedText({ text, href }: Linked): ComponentChildren {
  if (href === null) return <Phrase text={text} />;
  return (
    <a href={href} rel={LINK_RELATION}>
      <Phrase text={text} />
    </a>
  );
}

export function Contacts({ contacts, facts }: Pick<Header, 'contacts' | 'facts'>): JSX.Element | null {
  const items = [...contacts, ...facts.map((text) => ({ text, href: null }))];
  if (items.length === 0) return null;
  return (
    <ul class="contacts">
      {items.map((item) => (
        <li>
          <LinkedText {...item} />
        </li>
      ))}
    </ul>
  );
}

/** `content` is HTML of `sectionContent`. */
export function SectionBlock({ section, content }: { section: Section; content: string }): JSX.Element {
  const id = `section-${section.kind}`;
  return (
    <section class={`section ${section.kind}`} aria-labelledby={id}>
      <h2 id={id}>{section.heading}</h2>
      <div class="section-content" dangerouslySetInnerHTML={{ __html: content }} />
    </section>
  );
}

type SlicedHtml = Generator<void, string, void>;
type RenderItems = <Item>(
  items: readonly Item[],
  perSlice: number,
  block: (item: Item, index: number) => JSX.Element,
) => SlicedHtml;

/** Renders the content of a section in slices. `logos` are the URLs of the logos, one for each entry. */
export function* sectionContent(
  section: Section,
  logos: readonly (string | null)[],
  direction: DocumentModel['direction'],
): SlicedHtml {
  const renderItems: RenderItems = function* (items, perSlice, block) {
    let html = '';
    for (let start = 0; start < items.length; start += perSlice) {
      if (start > 0) yield;
      const blocks = items.slice(start, start + perSlice).map((item, index) => block(item, start + index));
      html += renderToString(<PageDirection.Provider value={direction}>{blocks}</PageDirection.Provider>);
    }
    return html;
  };
  switch (section.content) {
    case 'text':
      return yield* renderItems(section.paragraphs, 500, (text) => <Paragraph text={text} />);
    case 'entries':
      return yield* entriesContent(section.entries, logos, renderItems);
    case 'groups': {
      const items = yield* renderItems(section.groups, 20, (group) => <GroupItem group={group} />);
      return `<ul class="${section.groups.every(isPlain) ? 'groups plain' : 'groups'}">${items}</ul>`;
    }
    case 'quotes':
      return yield* renderItems(section.quotes, 20, (quote) => <QuoteBlock quote={quote} />);
  }
}

const ENTRIES_PER_SLICE = 10;

/** Renders long entries in several slices. */
function* entriesContent(entries: Entry[], logos: readonly (string | null)[], renderItems: RenderItems): SlicedHtml {
  let html = '';
  for (const [index, entry] of entries.entries()) {
    if (index % ENTRIES_PER_SLICE === ENTRIES_PER_SLICE - 1) yield;
    const head = yield* renderItems([entry], 1, () => <EntryHead entry={entry} logo={logos[index] ?? null} />);
    const paragraphs = yield* renderItems(entry.paragraphs, 500, (text) => <Paragraph text={text} />);
    const points = yield* renderItems(entry.points, 500, (point) => <Point text={point} />);
    const keywords = yield* renderItems(entry.keywords, 500, (keyword) => (
      <li>
        <Phrase text={keyword} />
      </li>
    ));
    html += `<article>${head}${paragraphs}${listOf('points', points)}${listOf('keywords', keywords)}</article>`;
  }
  return html;
}

function listOf(name: string, items: string): string {
  return items === '' ? '' : `<ul class="${name}">${items}</ul>`;
}

function EntryHead({ entry, logo }: { entry: Entry; logo: string | null }): JSX.Element {
  const { title, organisation, period, place, note } = entry;
  const facts = [place, note].filter((fact) => fact !== null);
  return (
    <>
      {logo !== null && entry.logo !== null && (
        <img class="logo" src={logo} alt={entry.logo.description} loading="lazy" decoding="async" />
      )}
      <header>
        <h3>
          <LinkedText {...title} />
        </h3>
        {organisation !== null && (
          <p class="organisation">
            <LinkedText {...organisation} />
          </p>
        )}
        {period !== null && (
          <p class="period">
            <Phrase text={period} />
          </p>
        )}
        {facts.length > 0 && (
          <ul class="facts">
            {facts.map((fact) => (
              <li>
                <Phrase text={fact} />
              </li>
            ))}
          </ul>
        )}
      </header>
    </>
  );
}

function GroupItem({ group }: { group: Group }): JSX.Element {
  return (
    <li>
      <span class="group-title">
        <Phrase text={group.title} />
      </span>
      {group.level !== null && (
        <span class="level">
          <Phrase text={group.level} />
        </span>
      )}
      {group.items.length > 0 && <span class="items">{group.items.join(', ')}</span>}
      <Paragraphs texts={group.details} />
    </li>
  );
}

function QuoteBlock({ quote }: { quote: Quote }): JSX.Element {
  return (
    <article class="quote">
      {quote.author !== '' && <h3>{quote.author}</h3>}
      <blockquote>
        <Paragraphs texts={quote.paragraphs} />
      </blockquote>
    </article>
  );
}

function Paragraphs({ texts }: { texts: string[] }): JSX.Element {
  return (
    <>
      {texts.map((text) => (
        <Paragraph text={text} />
      ))}
    </>
  );
}

function Paragraph({ text }: { text: string }): JSX.Element {
  return <p dir={useProseDirection()(text)}>{text}</p>;
}

function Point({ text }: { text: string }): JSX.Element {
  return <li dir={useProseDirection()(text)}>{text}</li>;
}
