-- Counts and times requests by method, status and duration in shared memory, as the prometheus plugin of Kong does.
local metrics = ngx.shared.metrics
local SECONDS = { 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30 }

return function()
  local labels = ngx.req.get_method() .. " " .. ngx.status
  local seconds = ngx.now() - ngx.req.start_time()
  metrics:incr("sum " .. labels, seconds, 0)
  for _, bound in ipairs(SECONDS) do
    if seconds <= bound then
      metrics:incr(bound .. " " .. labels, 1, 0)
      return
    end
  end
  metrics:incr("inf " .. labels, 1, 0)
end
