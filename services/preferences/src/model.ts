import type { UserKey } from '@vitae/kit/caller';
import {
  type EmploymentPreferences,
  employmentPreferencesInput,
  type NewEmploymentPreferences,
} from '@vitae/proto/employment-preferences';

/** The preferences that a user set, without the computed `updatedAt`. */
export type PreferenceFields = Omit<NewEmploymentPreferences, 'updatedAt'>;

export type StoredPreferences = UserKey & { fields: PreferenceFields; revision: number; updatedAt: Date };

/** The preferences of a user in their public shape. */
export type Preferences = { userId: number; revision: number; preferences: EmploymentPreferences };

/** The revision of preferences that were never set. */
export const FIRST_REVISION = 1;

/** Preferences that were never set have no codes. Preferences that were set without a code have the code 0. */
const unsetPreferences: EmploymentPreferences = {
  ...publicPreferences(employmentPreferencesInput.parse({}), ''),
  seniority: null,
  educationLevel: null,
  businessTrip: null,
  grossSalaryMin: null,
  grossSalaryMax: null,
  nationality: null,
};

export function preferencesOf({ userId, revision, fields, updatedAt }: StoredPreferences): Preferences {
  return { userId, revision, preferences: publicPreferences(fields, updatedAt.toISOString().slice(0, 19)) };
}

export function neverSetPreferences(userId: number): Preferences {
  return { userId, revision: FIRST_REVISION, preferences: unsetPreferences };
}

/** The public shape, with its keys in the order of the specification. */
function publicPreferences(fields: PreferenceFields, updatedAt: string): EmploymentPreferences {
  return {
    seniority: fields.seniority,
    educationLevel: fields.educationLevel,
    businessTrip: fields.businessTrip,
    disabled: fields.disabled,
    personalVehicle: fields.personalVehicle,
    grossSalaryMin: fields.grossSalaryMin,
    grossSalaryMax: fields.grossSalaryMax,
    updatedAt,
    nationality: fields.nationality,
    positions: fields.positions,
    business: fields.business,
    mobilities: { mobility: fields.mobilities.mobility.map(publicMobility) },
    contractTypes: fields.contractTypes,
    hoursNumber: fields.hoursNumber,
  };
}

function publicMobility({ perimeter, country, city }: PreferenceFields['mobilities']['mobility'][number]) {
  return { perimeter, country, ...(city ? { city } : {}) };
}
