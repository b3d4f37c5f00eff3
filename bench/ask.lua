-- How wrk asks. Arguments: method, path, body, greatest serial number; SRNO in path or body is one at random.
local requests = {}

function init(args)
  local method, path, body, greatest = args[1], args[2], args[3], tonumber(args[4])
  wrk.headers['content-type'] = method == 'POST' and 'application/x-www-form-urlencoded' or nil
  for srno = 1, greatest do
    local sent = body ~= '' and body:gsub('SRNO', srno) or nil
    requests[srno] = wrk.format(method, (path:gsub('SRNO', srno)), nil, sent)
  end
  math.randomseed(os.time())
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"requests":%d,"microseconds":%d,"failed":%d,"p50":%d,"p99":%d}\n', summary.requests,
    summary.duration, e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50), latency:percentile(99)))
end
