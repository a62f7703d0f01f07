import { openMinute } from '../consumption/unflushed-minutes.ts';
import { claimFunction } from './nonce-claim.ts';
import { barrierFunction } from './replay-barrier.ts';

/**
 * Results of the admission script, one per request. The script returns their index. Nothing was charged or counted if the
 * result is `stale`, `unsettled` or `before_barrier`.
 */
export const admissionResults = [
  'accepted',
  /** The keys and limits that the gateway has cached are outdated: reload them and try again. */
  'stale',
  'nonce_used',
  'limited',
  /** `settle` of the replay barrier must run first (replay-barrier.ts). */
  'unsettled',
  /** Signed before Redis lost its nonces, so the nonce may have been used. The client has to sign again. */
  'before_barrier',
  /** The gateway had rejected the request, which was counted only. */
  'counted',
  /** Another signature used the nonce in the same second. The compatibility profile would have accepted the request. */
  'nonce_reused',
] as const;
export type AdmissionResult = (typeof admissionResults)[number];

/** The number of leading keys and arguments that the batch shares, and of arguments per request. */
const SHARED_ARGUMENTS = 5;
const SHARED_KEYS = 4;
const REQUEST_ARGUMENTS = 9;

const code = (result: AdmissionResult) => admissionResults.indexOf(result);

/**
 * Checks nonce and quota and counts each request of a batch in one step, so that the consumption log and the quota
 * always agree. All requests of a batch belong to one company.
 *
 * KEYS  version, quota, consumption, barrier, then for each request with a nonce: nonce, and signature if it has a key
 * ARGV  nonce lifetime in seconds
 *       quota last seen by the gateway: minute, standard, intensive
 *       minute that the gateway has listed as unflushed
 *       then for each request:
 *         version of the keys, and "1" to replace a newer stored version, or ""
 *         "source endpoint"
 *         quota type or "" if free, and its limit
 *         cause of a rejection or ""
 *         if it has a nonce: timestamp, mark of the signature, and "1" if the signature has a key; otherwise "" for each
 * Returns {Unix time, then for each request: result, standard quota used, intensive quota used}.
 *
 * The minute is taken from the clock of Redis. The key of the minute's consumption is built in the script because
 * only the script knows the minute. That key shares the hash tag of the other keys.
 *
 * `openMinute` defines `minute`, `now` and `count`; `barrierFunction` defines `check_barrier`; `claimFunction` defines
 * `claim_nonce`.
 */
export const ADMIT_SCRIPT = `
${openMinute('KEYS[3]', 'ARGV[5]')}
local stored = tonumber(redis.call('GET', KEYS[1]) or '0')
local quota = redis.call('HMGET', KEYS[2], 'minute', 'standard', 'intensive')
local used = {standard = 0, intensive = 0}
local current = quota[1] == tostring(minute)
if current then used = {standard = tonumber(quota[2]), intensive = tonumber(quota[3])} end
local changed = false
-- If Redis was emptied during this minute, continue from what the gateway last saw.
if ARGV[2] == tostring(minute) and (tonumber(ARGV[3]) > used.standard or tonumber(ARGV[4]) > used.intensive) then
  used = {standard = math.max(used.standard, tonumber(ARGV[3])), intensive = math.max(used.intensive, tonumber(ARGV[4]))}
  changed = true
end
local counts = {}
local nonce_index = ${SHARED_KEYS}
${barrierFunction('KEYS[4]')}
${claimFunction}
local function decide(version, force_version, quota_type, limit, cause, nonce, timestamp, mark, signature)
  if version < stored and force_version ~= '1' then return ${code('stale')} end
  if version ~= stored then
    redis.call('SET', KEYS[1], version)
    stored = version
  end
  if cause ~= '' then return ${code('counted')}, cause end
  -- A request without a nonce also creates a missing barrier, but is never rejected by it.
  local barrier_state = check_barrier(tonumber(timestamp) or now, now)
  if barrier_state == 'unsettled' then return ${code('unsettled')} end
  if barrier_state == 'before' and nonce then return ${code('before_barrier')} end
  local claim = nonce and claim_nonce(nonce, timestamp, mark, signature, ARGV[1])
  if claim == 'used' then return ${code('nonce_used')}, 'nonce_used' end
  if claim == 'reused' then return ${code('nonce_reused')}, 'nonce_used' end
  if quota_type ~= '' then
    if used[quota_type] >= limit then return ${code('limited')}, 'limited_' .. quota_type end
    used[quota_type] = used[quota_type] + 1
    changed = true
  end
  return ${code('accepted')}, quota_type == '' and 'accepted_free' or 'accepted_' .. quota_type
end

local reply = {now}
for at = ${SHARED_ARGUMENTS + 1}, #ARGV, ${REQUEST_ARGUMENTS} do
  local nonce, signature = nil, nil
  if ARGV[at + 6] ~= '' then
    nonce_index = nonce_index + 1
    nonce = KEYS[nonce_index]
  end
  if ARGV[at + 8] ~= '' then
    nonce_index = nonce_index + 1
    signature = KEYS[nonce_index]
  end
  local result, outcome = decide(tonumber(ARGV[at]), ARGV[at + 1], ARGV[at + 3], tonumber(ARGV[at + 4]), ARGV[at + 5], nonce,
    ARGV[at + 6], ARGV[at + 7], signature)
  if outcome then
    local field = ARGV[at + 2] .. ' ' .. outcome
    counts[field] = (counts[field] or 0) + 1
  end
  local size = #reply
  reply[size + 1], reply[size + 2], reply[size + 3] = result, used.standard, used.intensive
end

if changed then
  redis.call('HSET', KEYS[2], 'minute', minute, 'standard', used.standard, 'intensive', used.intensive)
  if not current then redis.call('EXPIRE', KEYS[2], 120) end
end
for field, requests in pairs(counts) do count(field, requests) end
return reply
`;
