/** What the admission script answers first. */
export const ADMITTED = 0;
export const STALE = 1;
export const NONCE_USED = 2;
export const EXHAUSTED = 3;

/** Seconds that a nonce is remembered: a timestamp 300 s ahead stays valid for 600, and clocks differ. */
export const NONCE_SECONDS = 660;

/**
 * Nonce, quota and the count for the consumption log in one step, so that they cannot disagree.
 *
 * KEYS  version, quota, use, [nonce]
 * ARGV  known version · "1" to overrule the stored one · "keyId endpoint" · type or "" for free ·
 *       limit · cause of a refusal that was already decided or "" · nonce seconds
 * Answers {code, standard calls used, intensive calls used, Unix time}.
 *
 * The minute comes from Redis' clock. The key of a minute's consumption is made here, because only
 * here the minute is known; it has the hash tag of the others, so it lives on the same node.
 */
export const ADMIT_SCRIPT = `
local stored = tonumber(redis.call('GET', KEYS[1]) or '0')
local known = tonumber(ARGV[1])
if known < stored and ARGV[2] ~= '1' then return {${STALE}, 0, 0, 0} end
if known ~= stored then redis.call('SET', KEYS[1], known) end

local time = redis.call('TIME')
local now = tonumber(time[1])
local minute = math.floor(now / 60)

local function record(outcome)
  local log = KEYS[3] .. ':' .. minute
  if redis.call('HINCRBY', log, ARGV[3] .. ' ' .. outcome, 1) == 1 then
    redis.call('HSETNX', log, 'generation', time[1] .. '.' .. time[2])
    redis.call('SADD', KEYS[3], minute)
  end
end

local quota = redis.call('HMGET', KEYS[2], 'minute', 'standard', 'intensive')
local used = {standard = 0, intensive = 0}
local current = quota[1] == tostring(minute)
if current then used = {standard = tonumber(quota[2]), intensive = tonumber(quota[3])} end

local function answer(code) return {code, used.standard, used.intensive, now} end

if ARGV[6] ~= '' then
  record(ARGV[6])
  return answer(${ADMITTED})
end
if KEYS[4] and not redis.call('SET', KEYS[4], 1, 'NX', 'EX', ARGV[7]) then
  record('nonce_used')
  return answer(${NONCE_USED})
end
local type = ARGV[4]
if type ~= '' then
  if used[type] >= tonumber(ARGV[5]) then
    record('limited')
    return answer(${EXHAUSTED})
  end
  used[type] = used[type] + 1
  redis.call('HSET', KEYS[2], 'minute', minute, 'standard', used.standard, 'intensive', used.intensive)
  if not current then redis.call('EXPIRE', KEYS[2], 120) end
end
record('accepted')
return answer(${ADMITTED})
`;
