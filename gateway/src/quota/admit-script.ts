import { barrierFunction } from './replay-barrier.ts';

/** What the admission script answers for each call. */
export const ADMITTED = 0;
export const STALE = 1;
export const NONCE_USED = 2;
export const EXHAUSTED = 3;
/** Nothing was done: what Redis has to know of used signatures comes first (replay-barrier.ts). */
export const UNSETTLED = 4;
/** Nothing was done: the call was stamped before Redis' memory of used signatures began. */
export const EARLY = 5;

/** Seconds that a nonce is remembered: a timestamp 300 s ahead stays valid for 600, and clocks differ. */
export const NONCE_SECONDS = 660;

/** Arguments before those of the calls, and of each call. */
export const SHARED_ARGUMENTS = 4;
export const SHARED_KEYS = 4;
export const CALL_ARGUMENTS = 7;

/**
 * Nonce, quota and the count for the consumption log in one step, so that they cannot disagree;
 * for the calls of one company that came in together, one after the other.
 *
 * KEYS  version, quota, consumption, barrier, then the nonces of the calls that have one
 * ARGV  nonce seconds, the calls used in the last minute that the gateway saw (minute, standard, intensive), then
 *       for each call: known version · "1" to overrule the stored one · "source endpoint" · type or "" for free ·
 *       limit · cause of a refusal that was already decided or "" · its timestamp when it has a nonce, or ""
 * Answers {Unix time, then for each call: code, standard calls used, intensive calls used}.
 *
 * The minute comes from Redis' clock. The key of a minute's consumption is made here, because only
 * here the minute is known; it has the hash tag of the others, so it lives on the same node.
 */
export const ADMIT_SCRIPT = `
local stored = tonumber(redis.call('GET', KEYS[1]) or '0')
local time = redis.call('TIME')
local now = tonumber(time[1])
local minute = math.floor(now / 60)
local quota = redis.call('HMGET', KEYS[2], 'minute', 'standard', 'intensive')
local used = {standard = 0, intensive = 0}
local current = quota[1] == tostring(minute)
if current then used = {standard = tonumber(quota[2]), intensive = tonumber(quota[3])} end
local charged = false
-- A Redis that was emptied within the minute goes on from what the gateways remember of it.
if ARGV[2] == tostring(minute) and (tonumber(ARGV[3]) > used.standard or tonumber(ARGV[4]) > used.intensive) then
  used = {standard = math.max(used.standard, tonumber(ARGV[3])), intensive = math.max(used.intensive, tonumber(ARGV[4]))}
  charged = true
end
local counts = {}
local nonces = ${SHARED_KEYS}
${barrierFunction('KEYS[4]')}

local function decide(known, overrule, type, limit, cause, nonce, stamp)
  if known < stored and overrule ~= '1' then return ${STALE} end
  if known ~= stored then
    redis.call('SET', KEYS[1], known)
    stored = known
  end
  if cause ~= '' then return ${ADMITTED}, cause end
  local refused = pass(stamp or now, now)
  if refused == 'unsettled' then return ${UNSETTLED} end
  if refused == 'early' and stamp then return ${EARLY} end
  if nonce and not redis.call('SET', nonce, 1, 'NX', 'EX', ARGV[1]) then return ${NONCE_USED}, 'nonce_used' end
  if type ~= '' then
    if used[type] >= limit then return ${EXHAUSTED}, 'limited_' .. type end
    used[type] = used[type] + 1
    charged = true
  end
  return ${ADMITTED}, type == '' and 'accepted_free' or 'accepted_' .. type
end

local answers = {now}
for at = ${SHARED_ARGUMENTS + 1}, #ARGV, ${CALL_ARGUMENTS} do
  local nonce = nil
  if ARGV[at + 6] ~= '' then
    nonces = nonces + 1
    nonce = KEYS[nonces]
  end
  local code, outcome = decide(tonumber(ARGV[at]), ARGV[at + 1], ARGV[at + 3], tonumber(ARGV[at + 4]), ARGV[at + 5], nonce,
    tonumber(ARGV[at + 6]))
  if outcome then
    local field = ARGV[at + 2] .. ' ' .. outcome
    counts[field] = (counts[field] or 0) + 1
  end
  local size = #answers
  answers[size + 1], answers[size + 2], answers[size + 3] = code, used.standard, used.intensive
end

if charged then
  redis.call('HSET', KEYS[2], 'minute', minute, 'standard', used.standard, 'intensive', used.intensive)
  if not current then redis.call('EXPIRE', KEYS[2], 120) end
end
local log = KEYS[3] .. ':' .. minute
for field, count in pairs(counts) do
  if redis.call('HINCRBY', log, field, count) == count then
    redis.call('HSETNX', log, 'generation', time[1] .. '.' .. time[2])
    redis.call('SADD', KEYS[3], minute)
  end
end
return answers
`;
