import { type CvInput, cvInput } from '@vitae/proto/cv-data';
import { cultures } from '@vitae/proto/cv-fields';
import { type ResumeSections, resumeSections } from '@vitae/proto/export-source';
import fc from 'fast-check';

/** Texts with the line breaks of any system, also at the start and the end. */
const lines = fc
  .array(fc.oneof(fc.constantFrom('\n', '\r\n', '\r', '\n\n'), fc.string({ maxLength: 5 })), { maxLength: 6 })
  .map((parts) => parts.join('').slice(0, 20));
const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.constantFrom('', '<b>&"\'', '\u2028', '{{x}}', '$where', 'a.b', '\ud800', 'a\u0000b'),
  lines,
);
/** Also long texts, for fields that have a text area. */
const longText = (max = 20_000) =>
  fc.oneof(
    { weight: 9, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc
        .tuple(text, fc.integer({ min: 1, max }))
        .map(([part, length]) => part.repeat(Math.ceil(length / Math.max(part.length, 1))).slice(0, length)),
    },
  );
const nullable = fc.option(text, { nil: null });
const nullableLong = fc.option(longText(), { nil: null });
const day = fc.oneof(
  fc.constantFrom('', '2024-02-29', '1999-12-31'),
  fc
    .date({ min: new Date('1950-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const place = fc.oneof(
  fc.record({
    country: fc.constant({ isoCode: 'USA' }),
    state: fc.option(fc.integer({ min: 1, max: 51 }), { nil: null }),
  }),
  fc.record({ country: fc.option(fc.constantFrom({ isoCode: 'FRA' }, { isoCode: '' }, {}), { nil: null }) }),
);
const url = fc.webUrl();
const otherType = text.filter((one) => one !== '');
const LINK_TYPES = ['Twitter', 'LinkedIn', 'Viadeo', 'Google+', 'xing', 'blog', 'GitHub'];
const CONTACT_TYPES = ['form', 'skype', 'phone', 'mobile', 'msn'];
const many = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { maxLength: 3 });
const some = <Shape extends object>(shape: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> }) =>
  fc.record(shape, { requiredKeys: [] });

const { skill, interest } = fc.letrec<{ skill: object; interest: object }>((tie) => ({
  skill: fc.record(
    {
      title: text,
      level: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
      // A form has all skills of a tree.
      details: fc.option(longText(2_000), { nil: null }),
      children: fc.record({ skill: fc.array(tie('skill'), { maxLength: 2, depthIdentifier: 'skill' }) }),
    },
    { requiredKeys: ['title'] },
  ),
  interest: fc.record(
    {
      title: text,
      children: fc.option(
        fc.record({ interest: fc.array(tie('interest'), { maxLength: 2, depthIdentifier: 'interest' }) }),
        { nil: null },
      ),
    },
    { requiredKeys: ['title'] },
  ),
}));

/** Swaps the dates of a period that ends before it starts. */
function inOrder<Item extends { start?: string; end?: string }>(item: Item): Item {
  const { start = '', end = '' } = item;
  return end !== '' && end < start ? { ...item, start: end, end: start } : item;
}

const experience = fc
  .tuple(
    some({
      title: text,
      company: text,
      city: text,
      start: day,
      end: day,
      contractType: fc.integer({ min: 0, max: 12 }),
      description: nullableLong,
      logo: fc.constantFrom(null, '/logos/x.png'),
      missions: fc.record({ mission: many(fc.record({ description: longText() })) }),
    }),
    place,
  )
  .map(([one, where]) => inOrder({ ...one, ...where }));

/** Every kind of CV that the service accepts, as a client may send it. */
export const arbitraryCv: fc.Arbitrary<CvInput> = fc
  .record(
    {
      title: text,
      culture: fc.constantFrom(...cultures),
      professionalStatus: fc.integer({ min: 0, max: 13 }),
      availability: fc.integer({ min: 0, max: 5 }),
      blog: some({ rss: text }),
      userInformation: fc
        .tuple(
          some({
            birthdate: day,
            maritalStatus: nullable,
            city: nullable,
            zipcode: nullable,
            DriversLicence: fc.constantFrom(1 as const, null, false as const),
          }),
          place,
        )
        .map(([one, where]) => ({ ...one, ...where })),
      presentation: some({ title: nullable, text: longText() }),
      experiences: fc.record({ experience: many(experience) }),
      educations: fc.record({
        education: many(
          some({ school: text, start: day, end: day, degree: text, description: longText() }).map(inOrder),
        ),
      }),
      portfolios: fc.record({
        portfolio: many(
          some({
            mediaType: text,
            title: text,
            description: longText(),
            createDate: day,
            embed: longText(),
            path: fc.oneof(text, fc.constant('/works/one.png')),
            content: fc.oneof(longText(), fc.integer(), fc.constant({ a: [1, null], b: 'x' })),
            url: fc.option(url, { nil: null }),
          }),
        ),
      }),
      links: fc.record({ link: many(fc.record({ type: fc.oneof(fc.constantFrom(...LINK_TYPES), otherType), url })) }),
      contacts: fc.record({
        contact: many(fc.record({ type: fc.oneof(fc.constantFrom(...CONTACT_TYPES), otherType), value: text })),
      }),
      skills: fc.record({ skill: many(skill) }),
      interests: fc.record({ interest: many(interest) }),
      published: fc.boolean(),
      indexed: fc.boolean(),
      protected: fc.boolean(),
      anonymized: fc.boolean(),
      main: fc.constant(true as const),
    },
    { requiredKeys: [] },
  )
  .map((cv) => cv as CvInput)
  .filter((cv) => cvInput.safeParse(cv).success);

const isOrdered = ({ startDate = '', endDate = '' }: Record<string, unknown>) =>
  startDate === '' || endDate === '' || startDate === endDate;

const LONG_FIELDS = /^(?:description|summary|reference)$/;

/** Entries of the sections of JSON Resume that CV data does not have, with any texts. */
export const arbitraryResumeSections = fc.record(
  Object.fromEntries(
    Object.entries(resumeSections.shape).map(([section, { element }]) => {
      const fields = Object.entries(element.shape).map(([name, schema], index) => {
        // The resume service omits blank texts.
        if (schema.type === 'array')
          return [name, fc.array(fc.oneof(fc.string(), lines).filter((one) => one.trim() !== ''))] as const;
        if (/date$/i.test(name)) return [name, fc.constantFrom('', '2020', '2020-05', '2020-05-31')] as const;
        if (name === 'url') return [name, fc.constantFrom('', 'https://example.com/?a=b')] as const;
        // The letter before the text counts, too.
        const any = LONG_FIELDS.test(name) ? longText(19_999) : fc.oneof(fc.string({ unit: 'grapheme' }), lines);
        return [name, any.map((one) => (index < 2 ? `a${one}` : one))] as const;
      });
      const entry = fc.record(Object.fromEntries<fc.Arbitrary<unknown>>(fields));
      return [section, fc.array(entry.filter(isOrdered), { maxLength: 2 })];
    }),
  ),
) as fc.Arbitrary<ResumeSections>;
