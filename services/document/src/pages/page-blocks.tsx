import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { renderToString } from 'preact-render-to-string';
import type { DocumentModel, Entry, Group, GroupSection, Header, Linked, Quote, Section } from '../document-model.ts';
import { isPlain } from '../document-model.ts';
import type { Sliced } from '../slices.ts';
import { Breakable } from '../templates/blocks.tsx';
import { levelPlace } from '../templates/level-place.ts';
import { type Punctuation, punctuationOf } from '../templates/punctuation.ts';
import { periodComesFirst, type Template } from '../templates/template.ts';
import { isUnbroken } from '../templates/unbroken-items.ts';
import { directionOfPhrase } from '../writing-system.ts';

/** The reading direction of the page. */
export const PageDirection = createContext<DocumentModel['direction']>('ltr');

/** A short text in its own direction. Omitting `dir` where it equals the page's saves a third of the markup. */
function Phrase({ text, children = text }: { text: string; children?: ComponentChildren }): ComponentChildren {
  const own = directionOfPhrase(text);
  return own === useContext(PageDirection) ? children : <span dir={own}>{children}</span>;
}

/** Returns a function for the `dir` attribute of a paragraph: `auto`, unless page and text are left-to-right. */
function useProseDirection(): (text: string) => 'auto' | undefined {
  const page = useContext(PageDirection);
  return (text) => (page === 'ltr' && directionOfPhrase(text) === 'ltr' ? undefined : 'auto');
}

// Owners choose these links: search engines must not count them as recommendations, and the linked page gets no
// access to this window.
const LINK_RELATION = 'noopener nofollow ugc';

function LinkedText({ text, href }: Linked): ComponentChildren {
  if (href === null) return <Phrase text={text} />;
  return (
    <a href={href} rel={LINK_RELATION}>
      <Phrase text={text}>
        <Breakable text={text} />
      </Phrase>
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

type SlicedHtml = Sliced<string>;
type RenderItems = <Item>(items: readonly Item[], block: (item: Item) => JSX.Element) => SlicedHtml;

const ITEMS_PER_SLICE = 200;

/** Renders the content of a section. Yields before each slice of it. `logos` are the URLs of the logos, one for each entry. */
export function* sectionContent(
  section: Section,
  logos: readonly (string | null)[],
  { direction, language }: Pick<DocumentModel, 'direction' | 'language'>,
  template: Template,
): SlicedHtml {
  const renderItems: RenderItems = function* (items, block) {
    const slices: Buffer[] = [];
    for (let start = 0; start < items.length; start += ITEMS_PER_SLICE) {
      yield;
      const blocks = items.slice(start, start + ITEMS_PER_SLICE).map(block);
      const html = renderToString(<PageDirection.Provider value={direction}>{blocks}</PageDirection.Provider>);
      // V8 joins the thousands of parts of a string only when it is read. Here it reads one slice at a time.
      slices.push(Buffer.from(html));
    }
    return Buffer.concat(slices).toString();
  };
  switch (section.content) {
    case 'text':
      return yield* paragraphsContent(section.paragraphs, renderItems);
    case 'entries':
      return yield* entriesContent(section.entries, logos, template, renderItems);
    case 'groups':
      return yield* groupsContent(section, template, punctuationOf(language), renderItems);
    case 'quotes':
      return yield* quotesContent(section.quotes, renderItems);
  }
}

function* entriesContent(
  entries: Entry[],
  logos: readonly (string | null)[],
  template: Template,
  renderItems: RenderItems,
): SlicedHtml {
  let html = '';
  for (const [index, entry] of entries.entries()) {
    const head = yield* renderItems([entry], () => (
      <EntryHead entry={entry} logo={logos[index] ?? null} template={template} />
    ));
    const paragraphs = yield* paragraphsContent(entry.paragraphs, renderItems);
    const points = yield* renderItems(entry.points, (point) => <Point text={point} />);
    const keywords = yield* renderItems(entry.keywords, (keyword) => (
      <li>
        <Item text={keyword} />
      </li>
    ));
    html += `<article>${head}${paragraphs}${listOf('points', points)}${listOf('keywords', keywords)}</article>`;
  }
  return html;
}

function paragraphsContent(texts: string[], renderItems: RenderItems): SlicedHtml {
  return renderItems(texts, (text) => <Paragraph text={text} />);
}

function* groupsContent(
  section: GroupSection,
  template: Template,
  signs: Punctuation,
  renderItems: RenderItems,
): SlicedHtml {
  const { groups } = section;
  let html = '';
  for (const group of groups) {
    const head = yield* renderItems([group], () => <GroupHead group={group} signs={signs} />);
    html += `<li>${head}${yield* paragraphsContent(group.details, renderItems)}</li>`;
  }
  const inColumn = levelPlace(section, template) === 'column';
  return `<ul class="groups${inColumn ? ' leveled' : groups.every(isPlain) ? ' plain' : ''}">${html}</ul>`;
}

function* quotesContent(quotes: Quote[], renderItems: RenderItems): SlicedHtml {
  let html = '';
  for (const { author, paragraphs } of quotes) {
    const head = yield* renderItems([author], () => <>{author !== '' && <h3>{author}</h3>}</>);
    const texts = yield* paragraphsContent(paragraphs, renderItems);
    html += `<article class="quote">${head}<blockquote>${texts}</blockquote></article>`;
  }
  return html;
}

function listOf(name: string, items: string): string {
  return items === '' ? '' : `<ul class="${name}">${items}</ul>`;
}

type EntryHeadProps = { entry: Entry; logo: string | null; template: Template };

/** Title, period and facts in the reading order of the template. Its style sheet places them in columns. */
function EntryHead({ entry, logo, template }: EntryHeadProps): JSX.Element {
  const beside = template.entry.organisation === 'beside';
  const periodFirst = periodComesFirst(template);
  const title = (
    <h3>
      <LinkedText {...entry.title} />
    </h3>
  );
  const facts = <Facts {...entry} />;
  const period = entry.period !== null && (
    <p class="period">
      <Phrase text={entry.period} />
    </p>
  );
  return (
    <header>
      {beside ? (
        <div class="title-line">
          {title}
          {facts}
        </div>
      ) : (
        title
      )}
      {periodFirst && period}
      {!beside && facts}
      {!periodFirst && period}
      {logo !== null && entry.logo !== null && (
        <img class="logo" src={logo} alt={entry.logo.description} loading="lazy" decoding="async" />
      )}
    </header>
  );
}

function Facts({ organisation, place, note }: Entry): JSX.Element | null {
  const others = [place, note].filter((fact) => fact !== null);
  if (organisation === null && others.length === 0) return null;
  return (
    <ul class="facts">
      {organisation !== null && (
        <li class="organisation">
          <LinkedText {...organisation} />
        </li>
      )}
      {others.map((fact) => (
        <li>
          <Phrase text={fact} />
        </li>
      ))}
    </ul>
  );
}

function GroupHead({ group, signs }: { group: Group; signs: Punctuation }): JSX.Element {
  return (
    <>
      <span class="group-title">
        <Phrase text={group.title} />
      </span>
      {group.level !== null && (
        <span class="level">
          <Phrase text={group.level} />
        </span>
      )}
      {group.items.length > 0 && (
        <span class="items">
          {group.items.map((item, index) => (
            <>
              {index > 0 && signs.list}
              <Item text={item} />
            </>
          ))}
        </span>
      )}
    </>
  );
}

/** An item of a list. A short one does not break at the end of a line, where it could. */
function Item({ text }: { text: string }): JSX.Element {
  const phrase = <Phrase text={text} />;
  return isUnbroken(text) && !ONE_WORD.test(text) ? <span class="item">{phrase}</span> : phrase;
}

const ONE_WORD = /^[\p{Script=Latin}\p{N}]+$/u;

function Paragraph({ text }: { text: string }): JSX.Element {
  return <p dir={useProseDirection()(text)}>{text}</p>;
}

function Point({ text }: { text: string }): JSX.Element {
  return <li dir={useProseDirection()(text)}>{text}</li>;
}
