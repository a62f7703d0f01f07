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

  test.each([
    ['+33 (0)6 12 34 56 78', undefined, '+33 6 12 34 56 78', 'tel:+33612345678'],
    ['06.12.34.56.78', 'FR', '+33 6 12 34 56 78', 'tel:+33612345678'],
    ['(415) 200-3456 ext. 12', 'US', '+1 415 200 3456 ext. 12', 'tel:+14152003456;ext=12'],
    ['0049 30 901820', 'DE', '+49 30 901820', 'tel:+4930901820'],
    ['٠٥٠١٢٣٤٥٦٧', 'SA', '+966 50 123 4567', 'tel:+966501234567'],
  ])('shows the telephone number %s of %s in its international form', (number, country, text, href) => {
    expect(phoneLink(number, country)).toEqual({ text, href });
  });

  test.each([
    ['06 12 34 56 78', undefined, 'tel:0612345678'],
    ['06 12 34 56 78', 'XX', 'tel:0612345678'],
    ['+1 (555) 123-4567', 'US', 'tel:+15551234567'],
    ['+33 6 12 34 56 78 or by mail', 'FR', 'tel:+33612345678'],
    ['call me', 'FR', null],
    ['1'.repeat(10_000), 'FR', null],
  ])('shows the telephone number %s of %s as written', (number, country, href) => {
    expect(phoneLink(number, country)).toEqual({ text: number, href });
  });
});
