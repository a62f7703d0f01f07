import type { ClientSession, Model } from 'mongoose';

/**
 * Inserts a document as it is. The models of Mongoose would copy, cast and validate it first, which takes twice as long
 * as the insert. Tests compare the documents with their schemas.
 */
export async function insertDocument<T>(model: Model<T>, document: T, session: ClientSession | null): Promise<void> {
  await model.collection.insertOne(document as never, { ...(session && { session }), ignoreUndefined: true });
}
