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
import { addressParts } from './address-parts.ts';
import { type LevelPlace, levelPlace } from './level-place.ts';
import { LEVEL_DASH, type Punctuation, punctuationOf } from './punctuation.ts';
import { periodComesFirst, type Template } from './template.ts';
import { templateOf } from './templates.ts';
import { isUnbroken, MAX_LEVEL_LENGTH, MAX_PHRASE_LENGTH } from './unbroken-items.ts';

// Semantic HTML, so that a tagged PDF and a screen reader get headings, lists and paragraphs. Templates only style
// the classes.

export function LinkedText({ text, href }: Linked): JSX.Element {
  const direction = directionOfPhrase(text);
  return href === null ? (
    <span dir={direction}>{text}</span>
  ) : (
    <a href={href} dir={direction}>
      <Breakable text={text} />
    </a>
  );
}

/** A text that can break after a slash, so that a narrow column does not break the words of an address. */
export function Breakable({ text }: { text: string }): JSX.Element {
  return <>{addressParts(text).flatMap((part, index) => (index === 0 ? part : [<wbr />, part]))}</>;
}

/** Returns where a page loads a picture from. Pages that are printed contain their pictures. */
export type AddressOf = (picture: Picture) => string;

type ImageProps = { kind: 'photo' | 'logo'; picture: Picture; addressOf: AddressOf };

export function Image({ kind, picture, addressOf }: ImageProps): JSX.Element {
  return <img class={kind} src={addressOf(picture)} alt={picture.description} />;
}

/** `isLong`: the next fact follows on its last line. */
type Fact = { content: ComponentChildren; isLong?: boolean };

/** Facts in one line. The separator stays with the fact before it, so that no line starts with a separator. */
function Facts({ items, separator }: { items: Fact[]; separator: string }): JSX.Element {
  return (
    <>
      {items.map(({ content, isLong = false }, index) => (
        <>
          <span class={isLong ? undefined : 'item'}>
            {content}
            {index < items.length - 1 && separator.trimEnd()}
          </span>
          {index < items.length - 1 && separator.endsWith(' ') && ' '}
        </>
      ))}
    </>
  );
}

/** The items of a list. The separator stays with the item before it. Short items do not break at the end of a line. */
function Items({ items, separator }: { items: string[]; separator: string }): JSX.Element {
  return (
    <>
      {items.map((item, index) => {
        const isLast = index === items.length - 1;
        const text = isLast ? item : `${item}${separator.trimEnd()}`;
        return (
          <>
            {isUnbroken(item) ? <span class="item">{text}</span> : text}
            {!isLast && separator.endsWith(' ') && ' '}
          </>
        );
      })}
    </>
  );
}

/** Contacts are separated by space: a visible separator would be left over at the end of a line. */
export function Contacts({ header }: { header: DocumentModel['header'] }): JSX.Element | null {
  const items = [...header.contacts, ...header.facts.map((text) => ({ text, href: null }))];
  if (items.length === 0) return null;
  return (
    <p class="contacts">
      <Facts items={items.map((item) => ({ content: <LinkedText {...item} /> }))} separator=" " />
    </p>
  );
}

/** What the blocks of a document depend on. */
type Layout = { template: Template; signs: Punctuation; addressOf: AddressOf };

/** Renders a section as HTML. Yields before each of its blocks. */
export function* renderSection(
  section: Section,
  model: Pick<DocumentModel, 'template' | 'language'>,
  addressOf: AddressOf = dataUrl,
): Sliced<string> {
  const layout = { template: templateOf(model), signs: punctuationOf(model.language), addressOf };
  let html = renderToString(<h2>{section.heading}</h2>);
  for (const block of blocksOf(section, layout)) {
    yield;
    html += renderToString(block);
  }
  const className = `section ${section.kind}${staysWithPrevious(section) ? ' short' : ''}`;
  return renderToString(<section class={className} dangerouslySetInnerHTML={{ __html: html }} />);
}

function blocksOf(section: Section, layout: Layout): JSX.Element[] {
  switch (section.content) {
    case 'text':
      return section.paragraphs.map((paragraph) => <p>{paragraph}</p>);
    case 'entries':
      return section.entries.map((entry) => <EntryBlock entry={entry} {...layout} />);
    case 'groups':
      return [<Groups groups={section.groups} levels={levelPlace(section, layout.template)} signs={layout.signs} />];
    case 'quotes':
      return section.quotes.map((quote) => <QuoteBlock quote={quote} />);
  }
}

type EntryProps = Layout & { entry: Entry };

function EntryBlock({ entry, ...layout }: EntryProps): JSX.Element {
  const isShort = entryStaysTogether(entry);
  return (
    <article class={`entry${isBare(entry) ? ' bare' : ''}${isShort ? ' together' : ''}`}>
      <EntryTop entry={entry} {...layout} />
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
      {entry.keywords.length > 0 && (
        <p class="keywords">
          <Items items={entry.keywords} separator={layout.signs.list} />
        </p>
      )}
    </article>
  );
}

/** Title, period and facts in reading order. The style sheet places them in columns. */
function EntryTop({ entry, template, signs, addressOf }: EntryProps): JSX.Element {
  const beside = template.entry.organisation === 'beside';
  const facts = factsOf(entry);
  const period = entry.period !== null && (
    <p class="period">
      <span dir={directionOfPhrase(entry.period)}>{entry.period}</span>
    </p>
  );
  const factLine = facts.length > 0 && (
    <p class="entry-facts">
      {beside && signs.facts}
      <Facts items={facts} separator={signs.facts} />
    </p>
  );
  return (
    <div class="entry-top">
      <div class="entry-title">
        <h3>
          <LinkedText {...entry.title} />
        </h3>
        {beside && factLine}
      </div>
      {periodComesFirst(template) && period}
      {!beside && factLine}
      {!periodComesFirst(template) && period}
      {entry.logo !== null && <Image kind="logo" picture={entry.logo} addressOf={addressOf} />}
    </div>
  );
}

const isLong = (phrase: string) => !isUnbroken(phrase, MAX_PHRASE_LENGTH);

function factsOf({ organisation, place, note }: Entry): Fact[] {
  const others = [place, note].filter((fact) => fact !== null);
  const first = organisation && {
    content: (
      <span class="organisation">
        <LinkedText {...organisation} />
      </span>
    ),
    isLong: isLong(organisation.text),
  };
  const rest = others.map((fact) => ({
    content: <span dir={directionOfPhrase(fact)}>{fact}</span>,
    isLong: isLong(fact),
  }));
  return first ? [first, ...rest] : rest;
}

type GroupsProps = { groups: Group[]; levels: LevelPlace; signs: Punctuation };

/** Groups without parts form one line, if their levels stand in the text. */
function Groups({ groups, levels, signs }: GroupsProps): JSX.Element {
  if (levels === 'text' && groups.every(isPlain)) {
    return (
      <p class="groups together">
        <Facts
          items={groups.map((group) => ({
            content: <GroupLine {...{ group, levels, signs }} />,
            isLong: isLong(`${group.title}${group.level ?? ''}`),
          }))}
          separator={signs.list}
        />
      </p>
    );
  }
  return (
    <div class={groupsStayTogether(groups) ? 'groups together' : 'groups'}>
      {groups.map((group) => (
        <div class="group">
          <p>
            <GroupLine {...{ group, levels, signs }} />
          </p>
          {group.details.map((detail) => (
            <p class="prose">{detail}</p>
          ))}
        </div>
      ))}
    </div>
  );
}

type GroupLineProps = { group: Group; levels: LevelPlace; signs: Punctuation };

function GroupLine({ group: { title, level, items }, levels, signs }: GroupLineProps): JSX.Element {
  return (
    <>
      {level !== null && levels === 'column' && <ColumnLevel level={level} />}
      <span class="group-title" dir={directionOfPhrase(title)}>
        {title}
      </span>
      {level !== null && levels === 'brackets' && <BracketedLevel level={level} signs={signs} />}
      {level !== null && levels === 'text' && <PlainLevel level={level} />}
      {items.length > 0 && signs.colon}
      <Items items={items} separator={signs.list} />
    </>
  );
}

/** The space is for programs that read the text. */
function ColumnLevel({ level }: { level: string }): JSX.Element {
  return (
    <span class="level in-column">
      <span dir={directionOfPhrase(level)}>{level}</span>{' '}
    </span>
  );
}

/** The last word of the title, the dash and the first word of the level stay on one line if that word is short. */
function PlainLevel({ level }: { level: string }): JSX.Element {
  const direction = directionOfPhrase(level);
  // Words of another direction would change places.
  const end = direction === 'ltr' ? level.indexOf(' ') : -1;
  const [first, rest] = end === -1 ? [level, ''] : [level.slice(0, end), level.slice(end)];
  const [before, dash, after] = LEVEL_DASH;
  return (
    <>
      {before}
      <span class={isUnbroken(first) ? 'unbroken' : undefined}>
        {dash}
        {after}
        <span class="level" dir={direction}>
          {first}
        </span>
      </span>
      {rest !== '' && (
        <span class="level" dir={direction}>
          {rest}
        </span>
      )}
    </>
  );
}

function BracketedLevel({ level, signs }: { level: string; signs: Punctuation }): JSX.Element {
  const [opening, closing] = signs.brackets;
  return (
    <>
      {signs.gap}
      <span class={isUnbroken(level, MAX_LEVEL_LENGTH) ? 'level unbroken' : 'level'}>
        {opening}
        <span dir={directionOfPhrase(level)}>{level}</span>
        {closing}
      </span>
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
