/** The nonce of a verified request, as the admission scripts store it. */
export type NonceClaim = {
  key: string;
  /** Signed time in seconds. */
  timestamp: number;
  /** Nine digits that identify the signature that used the nonce first. */
  mark: string;
  /** Redis key of the signature, if another signature may use the nonce (compatibility profile). */
  signatureKey: string | undefined;
};

/** How long a nonce is stored: a timestamp 300 s in the future stays valid for 600 s; the rest covers clock differences. */
export const NONCE_SECONDS = 660;

/** Returns the mark of a signature in hexadecimal digits. */
export function markOf(signature: string): string {
  return String(Number.parseInt(signature.slice(0, 7), 16)).padStart(9, '0');
}

/**
 * Lua for the scripts that store nonces. `claim_nonce` returns 'claimed'; 'used' if the nonce or signature was used; and
 * 'reused' if another signature used the nonce in the same second, but the client does not have the compatibility
 * profile. With a signature key, the latter is 'claimed'.
 *
 * Two requests share a second if they have the same timestamp, or if the second one arrives within a second. Every
 * signature that was accepted with the profile has its own key. The mark covers a signature that was accepted before the
 * profile was turned on. Equal marks of different signatures reject a request, so a replay is never accepted. Redis
 * stores timestamp and mark as one integer, which takes no more memory than an empty value.
 */
export const claimFunction = `
local function claim_nonce(nonce, timestamp, mark, signature, lifetime)
  if signature and redis.call('EXISTS', signature) == 1 then return 'used' end
  if not redis.call('SET', nonce, timestamp .. mark, 'NX', 'EX', lifetime) then
    local first_timestamp, first_mark = string.match(redis.call('GET', nonce), '^(%d%d%d%d%d%d%d%d%d%d)(%d+)$')
    if not first_mark or first_mark == mark then return 'used' end
    local is_recent = redis.call('PTTL', nonce) > (tonumber(lifetime) - 1) * 1000
    if first_timestamp ~= timestamp and not is_recent then return 'used' end
    if not signature then return 'reused' end
  end
  if signature then redis.call('SET', signature, '', 'EX', lifetime) end
  return 'claimed'
end
`;
