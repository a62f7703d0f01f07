import { mailLink, phoneLink, webLink } from './links.ts';

describe('links of a CV', () => {
  test('an address is shown without what a reader does not need', () => {
    expect(webLink('https://www.linkedin.com/in/jane/')).toEqual({
      text: 'linkedin.com/in/jane',
      href: 'https://www.linkedin.com/in/jane/',
    });
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    ' jAvAsCrIpT:alert(1)',
    '//host/path',
    'not an address',
    '',
  ])('%s is no link', (address) => expect(webLink(address)).toBeNull());

  test('an e-mail address cannot carry a subject or a second recipient into the link', () => {
    expect(mailLink('jane@example.com').href).toBe('mailto:jane@example.com');
    expect(mailLink('jane@example.com?bcc=x@y').href).toBe(null);
    expect(mailLink('jane@example.com?body=1').href).toBe('mailto:jane@example.com%3Fbody=1');
    expect(mailLink('not an address').href).toBeNull();
  });

  test('a telephone number keeps its writing and dials its digits', () => {
    expect(phoneLink('+33 (0)6 12 34 56 78')).toEqual({ text: '+33 (0)6 12 34 56 78', href: 'tel:+33612345678' });
    expect(phoneLink('call me').href).toBeNull();
  });
});
