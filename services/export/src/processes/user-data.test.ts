import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createUserData, removeUserData, userDataParent } from './user-data.ts';

describe('user data of renderer processes', () => {
  test('is in the temporary folder where shared memory is missing or too small', async () => {
    expect(await userDataParent('/no/such/memory')).toBe(tmpdir());
    expect(await userDataParent('/proc')).toBe(tmpdir());
  });

  test('has a folder of its own that is removed afterwards', async () => {
    const [folder, parent] = [await createUserData('office'), await userDataParent()];
    expect(folder.startsWith(`${parent}/vitae-office-${process.pid}-`)).toBe(true);
    await removeUserData(folder);
    expect(existsSync(folder)).toBe(false);
  });
});
