import type { ComponentChildren, JSX } from 'preact';
import type { DocumentModel, Entry, Group, Linked, Picture, Quote, Section } from '../document-model.ts';
import {
  entryStaysTogether,
  groupsStayTogether,
  paragraphStaysTogether,
  staysTogether,
  staysWithPrevious,
} from '../page-breaks.ts';
import { directionOfPhrase } from '../writing-system.ts';

// The parts of which every template is made: plain semantic HTML, so that a tagged PDF and a screen
// reader get headings, lists and paragraphs. A template styles the classes; it hides nothing.

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

export function Photo({ picture }: { picture: Picture }): JSX.Element {
  return <img class="photo" src={dataUri(picture)} alt={picture.description} />;
}

function Logo({ picture }: { picture: Picture }): JSX.Element {
  return <img class="logo" src={dataUri(picture)} alt={picture.description} />;
}

function dataUri({ contentType, bytes }: Picture): string {
  return `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
}

export function Contacts({ header }: { header: DocumentModel['header'] }): JSX.Element | null {
  const items = [...header.contacts, ...header.facts.map((text) => ({ text, href: null }))];
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

export function SectionBlock({ section }: { section: Section }): JSX.Element {
  return (
    <section class={`section ${section.kind}${staysWithPrevious(section) ? ' short' : ''}`}>
      <h2>{section.heading}</h2>
      {sectionContent(section)}
    </section>
  );
}

function sectionContent(section: Section): ComponentChildren {
  switch (section.content) {
    case 'text':
      return section.paragraphs.map((paragraph) => <p>{paragraph}</p>);
    case 'entries':
      return section.entries.map((entry) => <EntryBlock entry={entry} />);
    case 'groups':
      return <Groups groups={section.groups} />;
    case 'quotes':
      return section.quotes.map((quote) => <QuoteBlock quote={quote} />);
  }
}

function EntryBlock({ entry }: { entry: Entry }): JSX.Element {
  const bare = entry.paragraphs.length + entry.points.length + entry.keywords.length === 0;
  const short = entryStaysTogether(entry);
  return (
    <article class={`entry${bare ? ' bare' : ''}${short ? ' together' : ''}`}>
      <div class="entry-top">
        {entry.logo !== null && <Logo picture={entry.logo} />}
        <div class="entry-head">
          <h3>
            <LinkedText {...entry.title} />
          </h3>
          {entry.organisation !== null && (
            <p class="organisation">
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

function EntryFacts({ facts }: { facts: string[] }): JSX.Element | null {
  if (facts.length === 0) return null;
  return (
    <p class="entry-facts">
      {facts.map((fact, index) => (
        <>
          {index > 0 && ' · '}
          <span dir={directionOfPhrase(fact)}>{fact}</span>
        </>
      ))}
    </p>
  );
}

function Groups({ groups }: { groups: Group[] }): JSX.Element {
  const plain = groups.every((group) => group.items.length === 0 && group.details.length === 0);
  const together = groupsStayTogether(groups);
  return (
    <ul class={`groups${plain ? ' inline' : ''}${together ? ' together' : ''}`}>
      {groups.map((group) => (
        <li>
          <span class="group-title" dir={directionOfPhrase(group.title)}>
            {group.title}
          </span>
          {group.level !== null && ' – '}
          {group.level !== null && (
            <span class="level" dir={directionOfPhrase(group.level)}>
              {group.level}
            </span>
          )}
          {group.items.length > 0 && `: ${group.items.join(', ')}`}
          {group.details.map((detail) => (
            <p class="prose">{detail}</p>
          ))}
        </li>
      ))}
    </ul>
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
