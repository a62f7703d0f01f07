import { messagesFor } from '../locales/messages.ts';
import { deviceName } from './device.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Mobile Safari/604.1',
    'Chrome on iOS',
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown device'],
  ['<script>', 'Unknown device'],
])('shows %s as %s', (userAgent, name) => {
  expect(deviceName(userAgent, messagesFor('en'))).toBe(name);
});
