import { PASSWORD_LENGTH, passwordFault } from './password-policy.ts';

const NAMES = ['ana-maria.silva', 'Ana.Silva@example.com', 'Núria O’Neill'];

describe('password policy', () => {
  test.each([
    'password',
    'Password1!',
    '12345678',
    'qwertzuiop',
    'P@$$w0rd1',
    'aaaaaaaaaaaa',
    'letmein123',
    'iloveyou',
  ])('rejects the common password %s', (password) => {
    expect(passwordFault(password, NAMES)).toBe('tooCommon');
  });

  test.each([
    'ana-maria.silva',
    'ANA-MARIA.SILVA',
    ' ana.silva@example.com',
    'Ana.Silva',
    'Núria O’Neill',
    'NÚRIA O’NEILL',
    'nuriao’neill',
  ])('rejects the name %j of the user', (password) => {
    expect(passwordFault(password, NAMES)).toBe('isName');
  });

  test('rejects the name of the user with a number', () => {
    expect(passwordFault('ana-maria.silva1', NAMES)).toBe('tooCommon');
    expect(passwordFault('ana-maria.silva1', ['another-name'])).toBeUndefined();
  });

  test.each(['correct horse battery', 'three little words 7', 'zu Fuß über den Berg', '山の上にある小さな家'])(
    'accepts %s',
    (password) => {
      expect(passwordFault(password, NAMES)).toBeUndefined();
    },
  );

  test('counts characters, not UTF-16 units', () => {
    expect(passwordFault('😀🐎🔋📎🗻🚲🎈')).toBe('tooShort');
    expect(passwordFault('😀🐎🔋📎🗻🚲🎈🦉')).toBeUndefined();
    expect(passwordFault('ä€x'.repeat(PASSWORD_LENGTH.max))).toBe('tooLong');
  });
});
