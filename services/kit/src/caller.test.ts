import { callerFromMetadata, callerToMetadata, requireCompany, userInScope } from './caller.ts';

const caller = { companyId: 1, userId: 0, applicationId: 0, requestId: 'r' };

describe('caller', () => {
  test('is rejected without a company', () => {
    expect(() => requireCompany({ ...caller, companyId: 0 })).toThrow(
      expect.objectContaining({ reason: 'caller_missing' }),
    );
  });

  test.each([undefined, [], [7], [7, 9]])('has the same CVs in the called service: %j', (cvIds) => {
    const sent = { ...caller, userId: 7, applicationId: 3, ...(cvIds && { cvIds }) };
    expect(callerFromMetadata(callerToMetadata(sent))).toStrictEqual(sent);
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
