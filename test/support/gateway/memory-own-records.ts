import { conflict } from '@vitae/kit/errors';
import type { EmploymentPreferences } from '@vitae/proto/employment-preferences';
import type { OwnPreferences, OwnRecords } from '@vitae/site/features/account/own-records';

/** Records in memory, for tests of the pages around them: every owner has the same. */
export function createMemoryOwnRecords(): OwnRecords {
  const author = { username: 'zoe', email: 'zoe@example.com', firstname: 'Zoë', lastname: 'Martín', id: 3 };
  const written = { author, created: '2026-03-01T09:30:00+0000', updated: '2026-03-02T10:00:00+0000' };
  let own: OwnPreferences = { preferences: samplePreferences, revision: 1 };
  return {
    preferences: async () => own,
    setPreferences: async (_owner, body, revision) => {
      if (revision !== own.revision) throw conflict('revision_conflict', 'The preferences were modified.');
      own = { preferences: { ...samplePreferences, ...(body as object) }, revision: revision + 1 };
    },
    comments: async (_owner, { cursor }) => ({
      comments: [
        { ...written, id: 2, text: 'Met at the fair.\nVery interested in compilers.' },
        { ...written, id: 1, text: 'שלום', author: { ...author, id: 0 } },
      ],
      next: cursor === '' ? 'next' : undefined,
    }),
    dailyVisits: async (_owner, { days }) =>
      Array.from({ length: days }, (_, index) => ({
        date: new Date(Date.UTC(2026, 2, 1 + index)).toISOString().slice(0, 10),
        visitors: (index * 7) % 23,
      })),
  };
}

const samplePreferences: EmploymentPreferences = {
  seniority: 2,
  educationLevel: 3,
  businessTrip: 0,
  disabled: false,
  personalVehicle: true,
  grossSalaryMin: '3',
  grossSalaryMax: '0',
  updatedAt: '2026-03-01T09:30:00',
  nationality: 1,
  positions: { position: [{ id: 201 }] },
  business: { business: [] },
  mobilities: {
    mobility: [
      { perimeter: 20, country: { isoCode: 'FRA' }, city: { name: 'Paris', zip: '75001', lat: 48.85, lng: 2.35 } },
    ],
  },
  contractTypes: { contractType: [{ id: 1 }] },
  hoursNumber: { hoursNumber: [] },
};
