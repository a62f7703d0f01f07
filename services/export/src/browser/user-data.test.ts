import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createUserData, placeOfUserData, removeUserData } from './user-data.ts';

test('what browsers and LibreOffice write goes into memory where there is enough, else into the temporary folder', async () => {
  expect(await placeOfUserData('/no/such/memory')).toBe(tmpdir());
  // Has no room at all.
  expect(await placeOfUserData('/proc')).toBe(tmpdir());
  const [folder, place] = [await createUserData('office'), await placeOfUserData()];
  expect(folder.startsWith(`${place}/vitae-office-${process.pid}-`)).toBe(true);
  await removeUserData(folder);
  expect(existsSync(folder)).toBe(false);
});
