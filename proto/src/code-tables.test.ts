import { codeElements, codeExists, codeLabel, codeTables } from './code-tables.ts';
import { canTransition, nextStatuses, resumeStatuses, statusCode } from './resume-status.ts';

describe('code tables', () => {
  test('contains every table with all its entries', () => {
    const sizes = Object.keys(codeTables.tables).map((name) => [
      name,
      codeElements(name as keyof typeof codeTables.tables).length,
    ]);
    expect(Object.fromEntries(sizes)).toEqual({
      seniority: 4,
      professionalStatus: 13,
      availability: 5,
      experienceContractType: 12,
      state: 51,
      contractType: 7,
      positions: 433,
      business: 139,
      businessTrip: 5,
      educationLevel: 7,
      hoursNumber: 2,
      grossSalary: 11,
      nationality: 194,
    });
  });

  test('has ids that are unique within a table', () => {
    for (const name of Object.keys(codeTables.tables) as (keyof typeof codeTables.tables)[]) {
      const ids = codeElements(name).map((one) => one.id);
      expect(new Set(ids).size).toBe(ids.length);
    }
    expect(codeLabel('positions', 201, 'en_US')).not.toBe(codeLabel('business', 201, 'en_US'));
  });

  test('returns French labels for French locales and English labels for others', () => {
    expect(codeLabel('experienceContractType', 3, 'fr_FR')).toBe('Stage');
    expect(codeLabel('experienceContractType', 3, 'de_DE')).toBe('Internship');
    expect(codeLabel('experienceContractType', 99, 'fr')).toBeUndefined();
    expect(codeExists('seniority', 0)).toBe(false);
  });
});

describe('resume statuses', () => {
  test('has numeric codes as strings', () => {
    expect(resumeStatuses.map((status) => [status, statusCode(status)])).toEqual([
      ['draft', '10'],
      ['proofreading', '20'],
      ['rewrite', '30'],
      ['ready', '40'],
      ['sent', '50'],
    ]);
  });

  test('allows only the documented transitions', () => {
    expect(Object.fromEntries(resumeStatuses.map((status) => [status, nextStatuses(status)]))).toEqual({
      draft: ['proofreading'],
      proofreading: ['rewrite', 'ready'],
      rewrite: ['proofreading'],
      ready: ['sent', 'rewrite'],
      sent: ['rewrite'],
    });
    expect(canTransition('draft', 'sent')).toBe(false);
  });
});
