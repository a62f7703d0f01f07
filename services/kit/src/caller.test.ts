import { requireCompany, userInScope } from './caller.ts';

const caller = { companyId: 1, userId: 0, applicationId: 0, requestId: 'r' };

describe('caller', () => {
  test('is rejected without a company', () => {
    expect(() => requireCompany({ ...caller, companyId: 0 })).toThrow(
      expect.objectContaining({ reason: 'caller_missing' }),
    );
  });

  test('with a company key may access every user of the company', () => {
    expect(userInScope(caller, 7)).toEqual({ companyId: 1, userId: 7 });
  });

  test('with a token of a CV owner may access only that owner', () => {
    const owner = { ...caller, userId: 7 };
    expect(userInScope(owner, 7)).toEqual({ companyId: 1, userId: 7 });
    expect(() => userInScope(owner, 8)).toThrow(expect.objectContaining({ reason: 'user_not_found' }));
  });
});
