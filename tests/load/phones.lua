-- Phones by the hundred thousand, for wrk: each asks with the version that it was told when it last asked, some ten
-- seconds ago, and differs from the others in all that a request of its own tells.
--
--   wrk … -s phones.lua <address> -- <path of the poll> <file of versions: when each came, one a line>

local devices = {
  "User-Agent: Phone 1\r\nAccept-Encoding: gzip, deflate, br\r\nAccept-Language: en-US\r\n",
  "User-Agent: Phone 2\r\nAccept-Encoding: gzip, deflate\r\nAccept-Language: es-MX\r\nCookie: seen=2\r\n",
  "User-Agent: Phone 3\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nCookie: seen=3\r\n",
  "User-Agent: Phone 4\r\nAccept-Encoding: gzip\r\nCache-Control: no-cache\r\nPragma: no-cache\r\n",
}

local path, file
local versions = {}
local asked = 0

function init(args)
  path, file = args[1], args[2]
  math.randomseed(os.time())
end

local function read()
  versions = {}
  for line in io.lines(file) do
    local came, stamp = line:match("^(%d+) (%S+)$")
    local polls = {}
    for n, headers in ipairs(devices) do
      polls[n] = "GET " .. path .. "?v=" .. stamp .. " HTTP/1.1\r\nHost: " .. wrk.headers["Host"] .. "\r\n" .. headers .. "\r\n"
    end
    table.insert(versions, 1, { came = tonumber(came), polls = polls })
  end
end

function request()
  if asked % 1000 == 0 then read() end
  asked = asked + 1
  local then_ = os.time() - math.random(8, 12)
  local known = versions[#versions]
  for _, version in ipairs(versions) do
    if version.came <= then_ then
      known = version
      break
    end
  end
  return known.polls[math.random(#devices)]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"answered": %d, "seconds": %.3f, "errors": %d, "p99": %.6f}\n',
    summary.requests, summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(99) / 1e6))
end
