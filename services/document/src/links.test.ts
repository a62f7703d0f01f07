import { mailLink, phoneLink, webLink } from './links.ts';

describe('links of a CV', () => {
  test('shows an address without scheme, www and trailing slash', () => {
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
  ])('does not link %j', (address) => expect(webLink(address)).toBeNull());

  test('does not let an email address add a recipient or a body to the link', () => {
    expect(mailLink('jane@example.com').href).toBe('mailto:jane@example.com');
    expect(mailLink('jane@example.com?bcc=x@y').href).toBe(null);
    expect(mailLink('jane@example.com?body=1').href).toBe('mailto:jane@example.com%3Fbody=1');
    expect(mailLink('not an address').href).toBeNull();
  });

  test('shows a telephone number as written and dials only its digits', () => {
    expect(phoneLink('+33 (0)6 12 34 56 78')).toEqual({ text: '+33 (0)6 12 34 56 78', href: 'tel:+33612345678' });
    expect(phoneLink('call me').href).toBeNull();
  });
});
