import mongoose from 'mongoose';

/** Connects to MongoDB for the duration of the work. */
export async function withClient<T>(uri: string, work: (client: mongoose.mongo.MongoClient) => Promise<T>): Promise<T> {
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 2_000 });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
