import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { DocumentModel, Entry, Group, Header, Linked, Quote, Section } from '../document-model.ts';
import { directionOfPhrase } from '../writing-system.ts';

// The parts of a CV on the web. Every text is a text node, every address one that the document model let through.

/** In which direction the page reads. */
export const PageDirection = createContext<DocumentModel['direction']>('ltr');

/** How an element says the direction of a short text; one that reads as the page does says nothing, which is a third of the markup. */
function usePhraseDirection(): (text: string) => 'ltr' | 'auto' | undefined {
  const page = useContext(PageDirection);
  return (text) => {
    const own = directionOfPhrase(text);
    return own === page ? undefined : own;
  };
}

/** The same for a text of sentences, whose first letter decides where the page reads from the right. */
function useProseDirection(): (text: string) => 'auto' | undefined {
  const page = useContext(PageDirection);
  return (text) => (page === 'ltr' && directionOfPhrase(text) === 'ltr' ? undefined : 'auto');
}

/** What a person wrote leads where that person wanted, and says so: not our recommendation, no way back to this window. */
const LINK_RELATION = 'noopener nofollow ugc';

export function LinkedText({ text, href }: Linked): ComponentChildren {
  const direction = usePhraseDirection()(text);
  if (href === null) return direction === undefined ? text : <span dir={direction}>{text}</span>;
  return (
    <a href={href} rel={LINK_RELATION} dir={direction}>
      {text}
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

/** `logos`: where those of the entries are, in their order. */
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
  const [directionOf, proseDirectionOf] = [usePhraseDirection(), useProseDirection()];
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
          <p class="period" dir={directionOf(period)}>
            {period}
          </p>
        )}
        {facts.length > 0 && (
          <ul class="facts">
            {facts.map((fact) => (
              <li dir={directionOf(fact)}>{fact}</li>
            ))}
          </ul>
        )}
      </header>
      <Paragraphs texts={paragraphs} />
      {points.length > 0 && (
        <ul class="points">
          {points.map((point) => (
            <li dir={proseDirectionOf(point)}>{point}</li>
          ))}
        </ul>
      )}
      {keywords.length > 0 && (
        <ul class="keywords">
          {keywords.map((keyword) => (
            <li dir={directionOf(keyword)}>{keyword}</li>
          ))}
        </ul>
      )}
    </article>
  );
}

function GroupItem({ group }: { group: Group }): JSX.Element {
  const directionOf = usePhraseDirection();
  return (
    <li>
      <span class="group-title" dir={directionOf(group.title)}>
        {group.title}
      </span>
      {group.level !== null && (
        <span class="level" dir={directionOf(group.level)}>
          {group.level}
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

function isPlain({ items, details }: Group): boolean {
  return items.length === 0 && details.length === 0;
}
