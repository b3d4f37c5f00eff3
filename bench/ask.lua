-- The requests of wrk. Arguments: method, path, body, first and last serial number, `random` or `in turn`, content type,
-- authorization. .SRNO. in path or body is a serial number of the range, .REF. a unique text.
local MOST = 20000
local requests, at, inTurn = {}, 0, false

function init(args)
  local method, path, body, first, last = args[1], args[2], args[3], tonumber(args[4]), tonumber(args[5])
  inTurn = args[6] == 'in turn'
  wrk.headers['content-type'] = method == 'POST' and args[7] or nil
  wrk.headers['authorization'] = args[8] ~= '' and args[8] or nil
  math.randomseed(os.time())
  local run = string.format('bench-%d-%d', os.time(), math.random(1e9))
  local count = math.min(last - first + 1, MOST)
  for n = 1, count do
    local srno = (inTurn or count < MOST) and first + n - 1 or math.random(first, last)
    local function filled(text) return (text:gsub('%.SRNO%.', srno):gsub('%.REF%.', run .. '-' .. n)) end
    requests[n] = wrk.format(method, filled(path), nil, body ~= '' and filled(body) or nil)
  end
end

function request()
  at = inTurn and at + 1 or math.random(#requests)
  return requests[at]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"requests":%d,"microseconds":%d,"failed":%d,"p50":%d,"p99":%d}\n', summary.requests,
    summary.duration, e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50), latency:percentile(99)))
end
