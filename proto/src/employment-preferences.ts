import { z } from 'zod';
import { type CodeTableName, codeElements, codeExists } from './code-tables.ts';
import { code, country } from './cv-fields.ts';

/** The maximum number of items in a list. */
const maxItems = 100;

/** A salary code as a string; "0" means not specified. Numbers are accepted and converted. */
const salary = z
  .union([z.string(), z.int().transform(String)])
  .refine(
    (value) => value === '0' || (/^[1-9]\d{0,5}$/.test(value) && codeExists('grossSalary', Number(value))),
    'must be a code in the table grossSalary',
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

/** Codes of a table, without duplicates. */
const codes = (table: CodeTableName) =>
  items(
    z.strictObject({ id: z.int().refine((value) => codeExists(table, value), `must be a code in the table ${table}`) }),
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

/** A preferred place of work: a `perimeter` around a city, or a country. */
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
 * The body of requests that set preferences, in the order of the specification. All fields are optional; unknown fields
 * are rejected. `updatedAt` is ignored, so that clients can send back what they read.
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
    const [min, max] = [salaryAmount(grossSalaryMin), salaryAmount(grossSalaryMax)];
    if (min !== undefined && max !== undefined && min > max) {
      context.addIssue({ code: 'custom', path: ['grossSalaryMax'], message: 'must not be less than grossSalaryMin' });
    }
  });
export type NewEmploymentPreferences = z.output<typeof employmentPreferencesInput>;

/** Returns the amount of a salary code, or undefined if the code has none. */
function salaryAmount(salaryCode: string): number | undefined {
  return codeElements('grossSalary').find((one) => String(one.id) === salaryCode)?.amount ?? undefined;
}

/** Employment preferences in the user API. 0 and "0" mean not specified. Codes are null if preferences were never set. */
export const employmentPreferences = z.strictObject({
  seniority: z.int().nullable(),
  educationLevel: z.int().nullable(),
  businessTrip: z.int().nullable(),
  disabled: z.boolean(),
  personalVehicle: z.boolean(),
  grossSalaryMin: z.string().nullable(),
  grossSalaryMax: z.string().nullable(),
  /** `YYYY-MM-DDThh:mm:ss` in UTC; "" if never set. */
  updatedAt: z.string().regex(/^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)?$/),
  nationality: z.int().nullable(),
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

/** The response of `GET /employmentpreferences?userId=`. */
export const userPreferencesResponse = z.strictObject({ employmentPreferences });

/** The response of `GET /employmentpreferences?ids=`: in request order, without unknown users. */
export const preferencesListResponse = z.strictObject({
  employmentPreferences: z.strictObject({
    employmentPreference: z.array(z.strictObject({ userId: z.int().positive(), ...employmentPreferences.shape })),
  }),
});
