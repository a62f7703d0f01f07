import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createUserData, removeUserData, userDataParent } from './user-data.ts';

test('what browsers and LibreOffice write goes into memory where there is enough, else into the temporary folder', async () => {
  expect(await userDataParent('/no/such/memory')).toBe(tmpdir());
  // Has no room at all.
  expect(await userDataParent('/proc')).toBe(tmpdir());
  const [folder, place] = [await createUserData('office'), await userDataParent()];
  expect(folder.startsWith(`${place}/vitae-office-${process.pid}-`)).toBe(true);
  await removeUserData(folder);
  expect(existsSync(folder)).toBe(false);
});
