import mongoose from 'mongoose';

type Document = Record<string, unknown>;
/** An entry of MongoDB's oplog: an insert, update, delete or command. */
export type Write = { op?: string; ns?: string; o?: Document };

/**
 * Reads the entries of an oplog.
 *
 * @param oplog BSON documents, one after the other
 */
export async function* readOplog(oplog: AsyncIterable<Uint8Array>): AsyncGenerator<{ second: number; write: Write }> {
  for await (const entry of documentsOf(oplog)) {
    const { ts, ...write } = mongoose.mongo.BSON.deserialize(entry) as Write & { ts: mongoose.mongo.Timestamp };
    yield { second: ts.getHighBits() >>> 0, write };
  }
}

/** Splits a stream into BSON documents, which start with their length. */
async function* documentsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE()) {
      const length = rest.readInt32LE();
      if (length < 5) throw new TypeError('The file is not an oplog');
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new TypeError('The oplog is incomplete');
}
