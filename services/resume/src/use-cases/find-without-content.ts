import type { PictureStore, PictureWithContent } from '../store.ts';

/** Returns the picture as if it was empty. */
export async function findWithoutContent(
  pictures: Pick<PictureStore, 'find'>,
  name: string,
): Promise<PictureWithContent | undefined> {
  const picture = await pictures.find(name);
  return picture && { ...picture, content: Buffer.alloc(0) };
}
