import { z } from 'zod';
import { type CodeTableName, codeElements, codeExists } from './code-tables.ts';
import { code, country } from './cv-fields.ts';

/** How many items one list may hold. */
const maxItems = 100;

/** A salary code travels as text; "0" is "not given". A number is taken for its digits. */
const salary = z
  .union([z.string(), z.int().transform(String)])
  .refine(
    (value) => value === '0' || (/^[1-9]\d{0,5}$/.test(value) && codeExists('grossSalary', Number(value))),
    'must be a code of the table grossSalary',
  )
  .nullish()
  .transform((value) => value ?? '0')
  .pipe(z.string());

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
  .pipe(z.boolean());

const items = <I extends z.ZodType>(item: I) =>
  z
    .array(item)
    .max(maxItems, `must be at most ${maxItems} items`)
    .nullish()
    .transform((value) => value ?? [])
    .pipe(z.custom<z.output<I>[]>());

/** Ids of a table; the same one twice counts once. */
const codes = (table: CodeTableName) =>
  items(
    z.strictObject({ id: z.int().refine((value) => codeExists(table, value), `must be a code of the table ${table}`) }),
  ).transform((list) => [...new Set(list.map((item) => item.id))].map((id) => ({ id })));

const place = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !/\p{Cc}/u.test(value), 'must not contain control characters');

const city = z.strictObject({
  name: place(255),
  zip: place(20).default(''),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});

/** Where somebody would work: `perimeter` around a city, or a country. */
const mobility = z.strictObject({
  perimeter: z
    .int()
    .min(0)
    .max(100_000)
    .nullish()
    .transform((value) => value ?? null),
  country,
  city: city.nullish().transform((value) => value ?? undefined),
});

/**
 * What sets a user's preferences: every field optional, unknown ones refused, in the order of the
 * specification. `updatedAt` may come back from a read; it changes nothing.
 */
export const employmentPreferencesInput = z
  .strictObject({
    seniority: code('seniority'),
    educationLevel: code('educationLevel'),
    businessTrip: code('businessTrip'),
    disabled: flag,
    personalVehicle: flag,
    grossSalaryMin: salary,
    grossSalaryMax: salary,
    updatedAt: z.string().max(40).nullish(),
    nationality: code('nationality'),
    positions: z.strictObject({ position: codes('positions') }).prefault({}),
    business: z.strictObject({ business: codes('business') }).prefault({}),
    mobilities: z.strictObject({ mobility: items(mobility) }).prefault({}),
    contractTypes: z.strictObject({ contractType: codes('contractType') }).prefault({}),
    hoursNumber: z.strictObject({ hoursNumber: codes('hoursNumber') }).prefault({}),
  })
  .superRefine(({ grossSalaryMin, grossSalaryMax }, context) => {
    const [least, most] = [rank(grossSalaryMin), rank(grossSalaryMax)];
    if (least !== undefined && most !== undefined && least > most) {
      context.addIssue({ code: 'custom', path: ['grossSalaryMax'], message: 'must not be less than grossSalaryMin' });
    }
  });
export type EmploymentPreferencesInput = z.input<typeof employmentPreferencesInput>;
export type NewEmploymentPreferences = z.output<typeof employmentPreferencesInput>;

/** Where a salary code stands in its table; undefined for "not given" and for codes without an amount. */
function rank(salaryCode: string): number | undefined {
  return codeElements('grossSalary').find((one) => String(one.id) === salaryCode)?.amount ?? undefined;
}

/** The employment preferences of the user API. 0 and "0" are "not given". */
export const employmentPreferences = z.strictObject({
  seniority: z.int(),
  educationLevel: z.int(),
  businessTrip: z.int(),
  disabled: z.boolean(),
  personalVehicle: z.boolean(),
  grossSalaryMin: z.string(),
  grossSalaryMax: z.string(),
  /** `YYYY-MM-DDThh:mm:ss`, UTC; "" when never set. */
  updatedAt: z.string().regex(/^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)?$/),
  nationality: z.int(),
  positions: z.strictObject({ position: z.array(z.strictObject({ id: z.int() })) }),
  business: z.strictObject({ business: z.array(z.strictObject({ id: z.int() })) }),
  mobilities: z.strictObject({
    mobility: z.array(
      z.strictObject({
        perimeter: z.int().nullable(),
        country: z.strictObject({ isoCode: z.string() }).nullable(),
        city: z.strictObject({ name: z.string(), zip: z.string(), lat: z.number(), lng: z.number() }).optional(),
      }),
    ),
  }),
  contractTypes: z.strictObject({ contractType: z.array(z.strictObject({ id: z.int() })) }),
  hoursNumber: z.strictObject({ hoursNumber: z.array(z.strictObject({ id: z.int() })) }),
});
export type EmploymentPreferences = z.infer<typeof employmentPreferences>;

/** What `GET /employmentpreferences?userId=` answers. */
export const userPreferencesResponse = z.strictObject({ employmentPreferences });

/** What `GET /employmentpreferences?ids=` answers: in the order asked, unknown users left out. */
export const preferencesListResponse = z.strictObject({
  employmentPreferences: z.strictObject({
    employmentPreference: z.array(z.strictObject({ userId: z.int().positive(), ...employmentPreferences.shape })),
  }),
});
