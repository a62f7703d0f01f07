-- Accepts requests that are signed with the HMAC scheme of the company API, once each, within a quota per minute, and
-- counts them.
local bit = require "bit"
local ffi = require "ffi"
local redis = require "nginx.redis"

ffi.cdef [[
typedef struct evp_md_st EVP_MD;
const EVP_MD *EVP_sha256(void);
unsigned char *HMAC(const EVP_MD *type, const void *key, int key_length, const unsigned char *data, size_t length,
  unsigned char *digest, unsigned int *digest_length);
]]

local TOLERANCE_SECONDS = 300
local MAX_PARAMETERS = 100

-- KEYS nonce, quota, consumption; ARGV limit. Counts the request of the key, like the gateway. Returns the quota used, or
-- why the request is rejected.
local ADMIT_SCRIPT = [[
local minute = math.floor(redis.call('TIME')[1] / 60)
local log = KEYS[3] .. ':' .. minute
local function count(outcome)
  if redis.call('HINCRBY', log, 'cv.read ' .. outcome, 1) == 1 then redis.call('EXPIRE', log, 3600) end
  return outcome
end
if not redis.call('SET', KEYS[1], 1, 'NX', 'EX', 660) then return count('nonce') end
local quota = redis.call('HMGET', KEYS[2], 'minute', 'used')
local used = quota[1] == tostring(minute) and tonumber(quota[2]) or 0
if used >= tonumber(ARGV[1]) then return count('quota') end
redis.call('HSET', KEYS[2], 'minute', minute, 'used', used + 1)
redis.call('EXPIRE', KEYS[2], 120)
count('accepted')
return used + 1
]]

-- In memory, as Kong caches its consumers: "key secret limit" of each key.
local keys = {}
for key, secret, limit in os.getenv("BENCH_KEYS"):gmatch("(%S+) (%S+) (%d+)") do
  keys[key] = { secret = secret, limit = limit }
end
local redis_host, redis_port = os.getenv("BENCH_REDIS_HOST"), tonumber(os.getenv("BENCH_REDIS_PORT"))

local digest = ffi.new("unsigned char[32]")
local digest_length = ffi.new("unsigned int[1]")
local sha256 = ffi.C.EVP_sha256()
local script_sha

local function hmac(secret, text)
  ffi.C.HMAC(sha256, secret, #secret, text, #text, digest, digest_length)
  return ffi.string(digest, 32)
end

local function hex(bytes)
  return (bytes:gsub(".", function(byte) return string.format("%02x", byte:byte()) end))
end

local function is_equal(a, b)
  if #a ~= #b then return false end
  local difference = 0
  for at = 1, #a do difference = bit.bor(difference, bit.bxor(a:byte(at), b:byte(at))) end
  return difference == 0
end

-- Method, raw path and the sorted, re-encoded parameters except the hash.
local function canonical(parameters)
  local pairs_of_query = {}
  for name, value in pairs(parameters) do
    if name ~= "hash" then
      pairs_of_query[#pairs_of_query + 1] = ngx.escape_uri(name, 2) .. "=" .. ngx.escape_uri(value, 2)
    end
  end
  table.sort(pairs_of_query)
  local target = ngx.var.request_uri
  local path = target:sub(1, (target:find("?", 1, true) or #target + 1) - 1)
  return ngx.req.get_method() .. "\n" .. path .. "\n" .. table.concat(pairs_of_query, "&")
end

local function reject(status, message)
  ngx.status = status
  ngx.say(message)
  return ngx.exit(status)
end

local function run_script(client, ...)
  if not script_sha then
    local sha, problem = client:script("load", ADMIT_SCRIPT)
    if not sha then return nil, problem end
    script_sha = sha
  end
  return client:evalsha(script_sha, 3, ...)
end

return function()
  local parameters = ngx.req.get_uri_args(MAX_PARAMETERS)
  for _, value in pairs(parameters) do
    if type(value) ~= "string" then return reject(403, "invalid parameter") end
  end
  local apikey, nonce, timestamp, hash = parameters.apikey, parameters.nonce, parameters.timestamp, parameters.hash
  if not (apikey and nonce and timestamp and hash) then return reject(403, "missing parameter") end
  if not timestamp:find("^%d%d%d%d%d%d%d%d%d%d$") or #nonce < 8 or #nonce > 128 then
    return reject(403, "invalid parameter")
  end
  local key = keys[apikey]
  if not key then return reject(403, "invalid key") end
  if math.abs(timestamp - ngx.time()) > TOLERANCE_SECONDS then return reject(403, "timestamp out of range") end
  if not is_equal(hex(hmac(key.secret, canonical(parameters))), hash) then return reject(403, "invalid signature") end

  local client = redis:new()
  client:set_timeout(1000)
  if not client:connect(redis_host, redis_port) then return reject(503, "Redis is unavailable") end
  local prefix = "{nginx:" .. apikey .. "}:"
  local used = run_script(client, prefix .. "nonce:" .. nonce, prefix .. "quota", prefix .. "use", key.limit)
  if not used then return reject(503, "Redis is unavailable") end
  client:set_keepalive(60000, 100)
  if used == "nonce" then return reject(403, "nonce already used") end
  if used == "quota" then return reject(429, "quota exhausted") end
  ngx.header["X-RateLimit-Limit"] = key.limit
  ngx.header["X-RateLimit-Remaining"] = key.limit - used
end
