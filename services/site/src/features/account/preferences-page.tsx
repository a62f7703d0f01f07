import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { isolateText } from '@vitae/kit/isolate-text';
import { codeTables } from '@vitae/proto/code-tables';
import type { VNode } from 'preact';
import { FieldLinks } from '../../components/field-links.tsx';
import { Button, Field, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Select } from '../../components/select.tsx';
import { type CodeChoice, codeChoice, codeChoices, groupName, selectableCodes } from '../../locales/code-names.ts';
import { countryNames } from '../../locales/country-names.ts';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import {
  type Choice,
  changedPreferences,
  choiceTables,
  type Flag,
  type List,
  listTables,
  locationName,
  locationOf,
  MAX_PLACES,
  type Place,
  type PlaceField,
  type PreferenceFaults,
  type PreferenceTexts,
  placeFields,
  placeName,
  placesShown,
} from './preferences-form.ts';
import { StoredValue } from './stored-value.tsx';

export type PreferencesPageProps = {
  view: AccountView;
  owner: Owner;
  revision: number;
  texts: PreferenceTexts;
  faults?: PreferenceFaults;
  /** The stored preferences, if another request changed them since the form was opened. */
  stored?: PreferenceTexts;
  /** The form of another session, or an old one. */
  expired?: boolean;
  done?: boolean;
};

/** /account/preferences */
export function PreferencesPage(props: PreferencesPageProps): VNode {
  const { view, owner, revision, expired = false, done = false } = props;
  const { editor, preferences: messages } = messagesFor(view.locale);
  return (
    <Frame view={view} title={messages.title} owner={owner}>
      <div class="stack-wide">
        <div class="stack-tight">
          <h1>{messages.title}</h1>
          <p class="lead">{messages.lead}</p>
        </div>
        {done && <Notice kind="good">{messages.done}</Notice>}
        {expired && <Notice kind="bad">{editor.expired}</Notice>}
        <Conflict {...props} />
        <Faults {...props} />
        <PostForm
          action={view.path}
          sessionId={view.sessionId}
          carry={{ revision: String(revision) }}
          class="stack-wide"
        >
          {/* The Enter key presses the first button of a form. This one saves the form without replacing a value. */}
          <button type="submit" hidden />
          <section class="sheet stack" aria-labelledby="work">
            <h2 id="work">{messages.sections.work}</h2>
            <Codes {...props} name="contractTypes" />
            <Codes {...props} name="hoursNumber" />
            <Codes {...props} name="positions" />
            <Codes {...props} name="business" />
            <OneCode {...props} name="businessTrip" />
          </section>
          <section class="sheet stack" aria-labelledby="salary">
            <h2 id="salary">{messages.sections.salary}</h2>
            <OneCode {...props} name="grossSalaryMin" />
            <OneCode {...props} name="grossSalaryMax" />
          </section>
          <Places {...props} />
          <section class="sheet stack" aria-labelledby="person">
            <h2 id="person">{messages.sections.person}</h2>
            <OneCode {...props} name="seniority" />
            <OneCode {...props} name="educationLevel" />
            <OneCode {...props} name="nationality" />
            <CheckBox {...props} name="personalVehicle" />
            <CheckBox {...props} name="disabled" />
          </section>
          <div>
            <Button>{messages.submit}</Button>
          </div>
        </PostForm>
      </div>
    </Frame>
  );
}

const formOrder = [
  ...['contractTypes', 'hoursNumber', 'positions', 'business', 'businessTrip', 'grossSalaryMin', 'grossSalaryMax'],
  'places',
  ...Array.from({ length: MAX_PLACES }, (_, index) => placeFields.map((field) => placeName(index, field))).flat(),
  ...['seniority', 'educationLevel', 'nationality', 'personalVehicle', 'disabled'],
];

/** A message with links to the fields that another request changed. */
function Conflict({ view, texts, stored }: PreferencesPageProps): VNode | null {
  if (!stored) return null;
  const changed: readonly string[] = changedPreferences(texts, stored);
  const names = formOrder.filter((name) => changed.includes(name));
  const fields = names.map((name) => ({ name, label: preferenceLabel(view, name) }));
  return (
    <Notice kind="bad" details={<FieldLinks fields={fields} />}>
      {messagesFor(view.locale).preferences.conflict}
    </Notice>
  );
}

/** A message with links to the invalid fields. */
function Faults(props: PreferencesPageProps): VNode | null {
  const { view, faults = {} } = props;
  const { preferences: messages } = messagesFor(view.locale);
  const names = formOrder.filter((name) => Object.hasOwn(faults, name));
  if (names.length === 0) return null;
  const fields = names.map((name) => ({ name, label: `${preferenceLabel(view, name)}: ${errorOf(props, name)}` }));
  return (
    <Notice kind="bad" details={<FieldLinks fields={fields} />}>
      {messages.rejected}
    </Notice>
  );
}

export function preferenceLabel({ locale }: AccountView, name: string): string {
  const { preferences: messages, text } = messagesFor(locale);
  const labels: Record<string, string> = { ...messages.labels, places: messages.sections.places };
  const [, index, field] = /^place-(\d+)-(\w+)$/.exec(name) ?? [];
  if (index === undefined) return labels[name] ?? name;
  const place = text(messages.place, { number: Number(index) + 1 });
  return `${place}, ${messages.placeLabels[field as PlaceField]}`;
}

function errorOf({ view, faults }: PreferencesPageProps, name: string): string | undefined {
  const fault = faults?.[name];
  return fault && messagesFor(view.locale).preferences.errors[fault];
}

type StoredPreferenceProps = {
  view: AccountView;
  name: keyof PreferenceTexts;
  own: string;
  /** Undefined if there is no conflict. */
  now: string | undefined;
};

/** What another request stored in a field, if it differs. */
function StoredPreference({ view, name, own, now }: StoredPreferenceProps): VNode | null {
  const { editor } = messagesFor(view.locale);
  if (now === undefined || now === own) return null;
  return (
    <StoredValue view={view} name={name} label={preferenceLabel(view, name)}>
      <p>{now || editor.conflict.empty}</p>
    </StoredValue>
  );
}

function OneCode({ name, ...props }: PreferencesPageProps & { name: Choice }): VNode {
  const { view, texts, stored } = props;
  const { preferences: messages } = messagesFor(view.locale);
  const table = choiceTables[name];
  const named = codeChoices(view.locale, table);
  const textOf = (code: string) => named.find(({ value }) => value === code)?.text ?? '';
  const choices = selectableCodes(view.locale, table, texts[name]).map(({ value, text }) => ({ value, text }));
  return (
    <>
      <Select
        name={name}
        label={messages.labels[name]}
        value={texts[name]}
        options={[{ value: '', text: messages.unspecified }, ...choices]}
        error={errorOf(props, name)}
      />
      <StoredPreference view={view} name={name} own={textOf(texts[name])} now={stored && textOf(stored[name])} />
    </>
  );
}

/** Check boxes for the codes of a table. Those of a table with groups are below the names of the groups. */
function Codes({ name, ...props }: PreferencesPageProps & { name: List }): VNode {
  const { view, texts, stored } = props;
  const { preferences: messages, text } = messagesFor(view.locale);
  const tableName = listTables[name].table;
  const table = codeTables.tables[tableName];
  const boxes = (choices: readonly CodeChoice[]) => (
    <div class="choice-columns">
      {choices.map((one) => (
        <label key={one.value}>
          <input type="checkbox" name={name} value={one.value} checked={texts[name].includes(one.value)} />{' '}
          <span>{one.text}</span>
        </label>
      ))}
    </div>
  );
  const namesOf = (ids: readonly string[]) =>
    codeChoices(view.locale, tableName)
      .filter(({ value }) => ids.includes(value))
      .map((one) => one.text)
      .join(', ');
  const error = errorOf(props, name);
  return (
    <fieldset class="choices" id={`field-${name}`} aria-describedby={error && `${name}-error`}>
      <legend>{messages.labels[name]}</legend>
      {error && (
        <p class="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
      <StoredPreference view={view} name={name} own={namesOf(texts[name])} now={stored && namesOf(stored[name])} />
      {'elements' in table
        ? boxes(codeChoices(view.locale, tableName))
        : table.groups.map((group) => {
            const choices = group.elements.map((element) => codeChoice(view.locale, tableName, element));
            const count = choices.filter(({ value }) => texts[name].includes(value)).length;
            return (
              <details key={group.en} class="choice-group" open={count > 0}>
                <summary>
                  {groupName(view.locale, tableName, group)}
                  {count > 0 && ` ${text(messages.selected, { count })}`}
                </summary>
                {boxes(choices)}
              </details>
            );
          })}
    </fieldset>
  );
}

function CheckBox({ view, texts, stored, name }: PreferencesPageProps & { name: Flag }): VNode {
  const { preferences: messages } = messagesFor(view.locale);
  const textOf = (isSet: boolean) => (isSet ? messages.yes : messages.no);
  return (
    <>
      <p class="choices">
        <label>
          <input id={`field-${name}`} type="checkbox" name={name} value="1" checked={texts[name]} />{' '}
          {messages.labels[name]}
        </label>
      </p>
      <StoredPreference view={view} name={name} own={textOf(texts[name])} now={stored && textOf(stored[name])} />
    </>
  );
}

function Places(props: PreferencesPageProps): VNode {
  const { view, texts, stored } = props;
  const { editor, preferences: messages, text } = messagesFor(view.locale);
  const error = errorOf(props, 'places');
  const differ = stored && changedPreferences(texts, stored).includes('places');
  return (
    <section class="sheet stack" id="field-places" aria-labelledby="places">
      <h2 id="places">{messages.sections.places}</h2>
      <p>{messages.placesLead}</p>
      {error && <p class="field-error">{error}</p>}
      {differ && (
        <StoredValue view={view} name="places" label={messages.sections.places}>
          {stored.places.length === 0 ? (
            <p>{editor.conflict.empty}</p>
          ) : (
            <ul class="stored-order">
              {stored.places.map((place) => (
                <li key={JSON.stringify(place)}>{describePlace(view, place)}</li>
              ))}
            </ul>
          )}
        </StoredValue>
      )}
      {placesShown(texts).map((place, index) => (
        <fieldset key={placeName(index, 'country')} class="plain-fieldset stack">
          <legend>{text(messages.place, { number: index + 1 })}</legend>
          <PlaceFields {...props} place={place} index={index} />
        </fieldset>
      ))}
    </section>
  );
}

function PlaceFields({ place, index, ...props }: PreferencesPageProps & { place: Place; index: number }): VNode {
  const { view } = props;
  const { preferences: messages } = messagesFor(view.locale);
  const hints: Partial<Record<PlaceField, string>> = messages.placeHints;
  const field = (name: PlaceField) => ({
    name: placeName(index, name),
    label: messages.placeLabels[name],
    value: place[name],
    error: errorOf(props, placeName(index, name)),
    ...(hints[name] && { hint: hints[name] }),
  });
  return (
    <>
      <Select
        {...field('country')}
        options={[{ value: '', text: messages.unspecified }, ...countryNames(view.locale)]}
      />
      {(['city', 'zip', 'perimeter'] as const).map((name) => (
        <Field key={name} {...field(name)} autocomplete="off" optional />
      ))}
      <details open={['city', 'lat', 'lng'].some((name) => errorOf(props, `place-${index}-${name}`))}>
        <summary>
          {messages.coordinates}
          {place.lat && `: ${place.lat} / ${place.lng}`}
        </summary>
        <input type="hidden" name={locationName(index)} value={locationOf(place)} />
        <div class="stack">
          {(['lat', 'lng'] as const).map((name) => (
            <Field key={name} {...field(name)} autocomplete="off" optional />
          ))}
        </div>
      </details>
    </>
  );
}

function describePlace({ locale }: AccountView, { country, city, zip, lat, lng, perimeter }: Place): string {
  const { preferences: messages, text } = messagesFor(locale);
  const countryName = countryNames(locale).find(({ value }) => value === country)?.text ?? country;
  return [
    isolateText([zip, city].filter(Boolean).join(' ')),
    lat && `${lat} / ${lng}`,
    perimeter && text(messages.around, { perimeter }),
    countryName,
  ]
    .filter(Boolean)
    .join(', ');
}
