import { isUnimplemented } from '@vitae/kit/grpc-error';

/** A service that was replaced by one of another release is noticed after this time. */
const MAX_AGE_MS = 10_000;

/**
 * Returns a function that reads the key of the links of applications and keeps it for ten seconds. It returns undefined
 * for services of release 0.2.0, which do not open these links.
 */
export function createApplicationLinkKey(
  read: () => Promise<Uint8Array>,
  now: () => number = () => performance.now(),
): () => Promise<Uint8Array | undefined> {
  let latest: { key: Promise<Uint8Array | undefined>; at: number } | undefined;
  const readIfSupported = async () => {
    try {
      return await read();
    } catch (error) {
      if (isUnimplemented(error)) return undefined;
      latest = undefined;
      throw error;
    }
  };
  return () => {
    if (latest === undefined || now() - latest.at >= MAX_AGE_MS) latest = { key: readIfSupported(), at: now() };
    return latest.key;
  };
}
