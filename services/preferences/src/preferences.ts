import { type EmploymentPreferences, employmentPreferencesInput } from '@vitae/proto/employment-preferences';
import { FIRST_REVISION, type PreferenceFields, type StoredPreferences } from './store.ts';

/** A user's preferences as they are shown. */
export type Preferences = { userId: number; revision: number; shown: EmploymentPreferences };

export function preferencesOf({ userId, revision, fields, updatedAt }: StoredPreferences): Preferences {
  return { userId, revision, shown: shownAs(fields, updatedAt.toISOString().slice(0, 19)) };
}

export function emptyPreferences(userId: number): Preferences {
  return { userId, revision: FIRST_REVISION, shown: shownAs(nothingGiven, '') };
}

const nothingGiven: PreferenceFields = employmentPreferencesInput.parse({});

/** The public shape, its keys in the order of the specification. */
function shownAs(fields: PreferenceFields, updatedAt: string): EmploymentPreferences {
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
    mobilities: { mobility: fields.mobilities.mobility.map(shownMobility) },
    contractTypes: fields.contractTypes,
    hoursNumber: fields.hoursNumber,
  };
}

function shownMobility({ perimeter, country, city }: PreferenceFields['mobilities']['mobility'][number]) {
  return { perimeter, country, ...(city ? { city } : {}) };
}
