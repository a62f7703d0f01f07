import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
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

/** `logos` are the URLs of the logos, one for each entry. */
export function SectionBlock({ section, logos }: { section: Section; logos: readonly (string | null)[] }): JSX.Element {
  const id = `section-${section.kind}`;
  return (
    <section class={`section ${section.kind}`} aria-labelledby={id}>
      <h2 id={id}>{section.heading}</h2>
      <div class="section-content">{contentOf(section, logos)}</div>
    </section>
  );
}

function contentOf(section: Section, logos: readonly (string | null)[]): ComponentChildren {
  switch (section.content) {
    case 'text':
      return <Paragraphs texts={section.paragraphs} />;
    case 'entries':
      return section.entries.map((entry, index) => <EntryBlock entry={entry} logo={logos[index] ?? null} />);
    case 'groups':
      return (
        <ul class={section.groups.every(isPlain) ? 'groups plain' : 'groups'}>
          {section.groups.map((group) => (
            <GroupItem group={group} />
          ))}
        </ul>
      );
    case 'quotes':
      return section.quotes.map((quote) => <QuoteBlock quote={quote} />);
  }
}

function EntryBlock({ entry, logo }: { entry: Entry; logo: string | null }): JSX.Element {
  const { title, organisation, period, place, note, paragraphs, points, keywords } = entry;
  const directionOf = useProseDirection();
  const facts = [place, note].filter((fact) => fact !== null);
  return (
    <article>
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
      <Paragraphs texts={paragraphs} />
      {points.length > 0 && (
        <ul class="points">
          {points.map((point) => (
            <li dir={directionOf(point)}>{point}</li>
          ))}
        </ul>
      )}
      {keywords.length > 0 && (
        <ul class="keywords">
          {keywords.map((keyword) => (
            <li>
              <Phrase text={keyword} />
            </li>
          ))}
        </ul>
      )}
    </article>
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
  const directionOf = useProseDirection();
  return (
    <>
      {texts.map((text) => (
        <p dir={directionOf(text)}>{text}</p>
      ))}
    </>
  );
}
