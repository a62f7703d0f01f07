import type { ComponentChildren, JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { DocumentModel, Entry, Group, Linked, Picture, Quote, Section } from '../document-model.ts';
import { isBare, isPlain } from '../document-model.ts';
import {
  entryStaysTogether,
  groupsStayTogether,
  paragraphStaysTogether,
  staysTogether,
  staysWithPrevious,
} from '../page-breaks.ts';
import { dataUrl } from '../picture.ts';
import type { Sliced } from '../slices.ts';
import { directionOfPhrase } from '../writing-system.ts';

// Semantic HTML, so that a tagged PDF and a screen reader get headings, lists and paragraphs. Templates only style
// the classes.

export function LinkedText({ text, href }: Linked): JSX.Element {
  const direction = directionOfPhrase(text);
  return href === null ? (
    <span dir={direction}>{text}</span>
  ) : (
    <a href={href} dir={direction}>
      {text}
    </a>
  );
}

/** Returns where a page loads a picture from. Pages that are printed contain their pictures. */
export type AddressOf = (picture: Picture) => string;

type ImageProps = { kind: 'photo' | 'logo'; picture: Picture; addressOf?: AddressOf };

export function Image({ kind, picture, addressOf = dataUrl }: ImageProps): JSX.Element {
  return <img class={kind} src={addressOf(picture)} alt={picture.description} />;
}

/** Separates two facts. It is part of the document because text from a style sheet is not in the tags of a PDF. */
export function Dot(): JSX.Element {
  return <span class="dot">{'\u00a0· '}</span>;
}

/** Joins facts in one line. A line may only break after a dot. */
function DotSeparated({ items }: { items: ComponentChildren[] }): JSX.Element {
  return (
    <>
      {items.map((item, index) => (
        <span class="item">
          {item}
          {index < items.length - 1 && <span class="dot">{'\u00a0·\u00a0'}</span>}
        </span>
      ))}
    </>
  );
}

export function Contacts({ header }: { header: DocumentModel['header'] }): JSX.Element | null {
  const items = [...header.contacts, ...header.facts.map((text) => ({ text, href: null }))];
  if (items.length === 0) return null;
  return (
    <p class="contacts">
      <DotSeparated items={items.map((item) => <LinkedText {...item} />)} />
    </p>
  );
}

/** Renders a section as HTML. Yields before each of its blocks. */
export function* renderSection(section: Section, addressOf?: AddressOf): Sliced<string> {
  let html = renderToString(<h2>{section.heading}</h2>);
  for (const block of blocksOf(section, addressOf)) {
    yield;
    html += renderToString(block);
  }
  const className = `section ${section.kind}${staysWithPrevious(section) ? ' short' : ''}`;
  return renderToString(<section class={className} dangerouslySetInnerHTML={{ __html: html }} />);
}

function blocksOf(section: Section, addressOf: AddressOf | undefined): JSX.Element[] {
  switch (section.content) {
    case 'text':
      return section.paragraphs.map((paragraph) => <p>{paragraph}</p>);
    case 'entries':
      return section.entries.map((entry) => <EntryBlock entry={entry} addressOf={addressOf} />);
    case 'groups':
      return [<Groups groups={section.groups} />];
    case 'quotes':
      return section.quotes.map((quote) => <QuoteBlock quote={quote} />);
  }
}

function EntryBlock({ entry, addressOf = dataUrl }: { entry: Entry; addressOf?: AddressOf | undefined }): JSX.Element {
  const isShort = entryStaysTogether(entry);
  return (
    <article class={`entry${isBare(entry) ? ' bare' : ''}${isShort ? ' together' : ''}`}>
      <div class="entry-top">
        {entry.logo !== null && <Image kind="logo" picture={entry.logo} addressOf={addressOf} />}
        <div class="entry-head">
          <h3>
            <LinkedText {...entry.title} />
          </h3>
          {entry.organisation !== null && (
            <p class="organisation">
              <Dot />
              <LinkedText {...entry.organisation} />
            </p>
          )}
        </div>
        <EntryFacts facts={[entry.period, entry.place, entry.note].filter((fact) => fact !== null)} />
      </div>
      {entry.paragraphs.map((paragraph) => (
        <p class={paragraphStaysTogether(paragraph) ? 'prose together' : 'prose'}>{paragraph}</p>
      ))}
      {entry.points.length > 0 && (
        <ul class="points">
          {entry.points.map((point) => (
            <li class={staysTogether([point]) ? 'together' : ''}>{point}</li>
          ))}
        </ul>
      )}
      {entry.keywords.length > 0 && <p class="keywords">{entry.keywords.join(' · ')}</p>}
    </article>
  );
}

/** The leading dot is visible only in templates that show the facts beside the title. */
function EntryFacts({ facts }: { facts: string[] }): JSX.Element | null {
  if (facts.length === 0) return null;
  return (
    <p class="entry-facts">
      <Dot />
      {facts.map((fact, index) => (
        <>
          {index > 0 && ' · '}
          <span class="fact" dir={directionOfPhrase(fact)}>
            {fact}
          </span>
        </>
      ))}
    </p>
  );
}

function Groups({ groups }: { groups: Group[] }): JSX.Element {
  if (groups.every(isPlain)) {
    return (
      <p class="groups together">
        <DotSeparated items={groups.map((group) => <GroupLine group={group} />)} />
      </p>
    );
  }
  return (
    <div class={groupsStayTogether(groups) ? 'groups together' : 'groups'}>
      {groups.map((group) => (
        <div class="group">
          <p>
            <GroupLine group={group} />
          </p>
          {group.details.map((detail) => (
            <p class="prose">{detail}</p>
          ))}
        </div>
      ))}
    </div>
  );
}

function GroupLine({ group: { title, level, items } }: { group: Group }): JSX.Element {
  return (
    <>
      <span class="group-title" dir={directionOfPhrase(title)}>
        {title}
      </span>
      {level !== null && ' – '}
      {level !== null && (
        <span class="level" dir={directionOfPhrase(level)}>
          {level}
        </span>
      )}
      {items.length > 0 && `: ${items.join(', ')}`}
    </>
  );
}

function QuoteBlock({ quote }: { quote: Quote }): JSX.Element {
  return (
    <article class={staysTogether(quote.paragraphs) ? 'quote together' : 'quote'}>
      {quote.author !== '' && <h3>{quote.author}</h3>}
      {quote.paragraphs.map((paragraph) => (
        <p class="prose">{paragraph}</p>
      ))}
    </article>
  );
}
