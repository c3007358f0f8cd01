-- The plugin's state, for the panel and for the heartbeat.
local heartbeat = require "safelight/heartbeat"
local panel = require "safelight/panel"

local status = {
  -- The content of the heartbeat.
  state = { name = "idle", done = 0, failed = 0, edits = 0, organised = 0, operated = 0 },
  -- The present configuration; nil: none.
  config = nil,
}
local state = status.state

local beat_idle, beat_busy, stuck_pause = 5, 2, 5

local last_beat, stuck_until
-- The job during which the last darktable ended, and how often.
local crashed_job, crashed_attempt
local said_goodbye = false

function status.beat(force)
  panel.show(state)
  if not status.config or said_goodbye then
    return
  end
  local age = os.time() - (last_beat or 0)
  if force or age >= (state.job and beat_busy or beat_idle) or age < 0 then
    last_beat = os.time()
    state.revision, state.library = status.config.revision, status.config.library
    heartbeat.write(status.config.heartbeat, state)
  end
end

-- Returns whether it has changed.
function status.enter(name, reason)
  local changed = state.name ~= name or state.reason ~= reason
  state.name, state.reason = name, reason
  return changed
end

-- The first check. Written at once, since another worker relies on it.
function status.wake_up()
  if last_beat ~= nil then
    return false
  end
  crashed_job, crashed_attempt = heartbeat.unfinished(status.config.heartbeat)
  status.enter("idle")
  status.beat(true)
  return true
end

function status.stuck(reason)
  stuck_until = os.time() + stuck_pause
  state.job = nil
  status.enter("stuck", reason)
  status.beat(true)
end

function status.is_stuck()
  local left = stuck_until and stuck_until - os.time()
  -- The clock may be set back.
  if left and (left <= 0 or left > stuck_pause) then
    stuck_until = nil
  end
  return stuck_until ~= nil
end

function status.begin(job)
  state.job = job
  state.attempt = job == crashed_job and crashed_attempt + 1 or 1
  status.enter("working")
  status.beat(true)
end

function status.finish()
  crashed_job = state.job ~= crashed_job and crashed_job or nil
  state.job, state.attempt = nil, nil
  status.enter("idle")
end

-- Starts a job within another. Returns a function that goes back to the outer one.
function status.begin_within(job)
  local before = { name = state.name, job = state.job, attempt = state.attempt }
  status.begin(job)
  return function()
    state.job, state.attempt = before.job, before.attempt
    status.enter(before.name)
    status.beat(true)
  end
end

function status.start()
  said_goodbye = false
  state.started = os.time()
end

-- darktable is closing, or the script was stopped. A turn may still be running; it is no longer reported.
function status.leave()
  if status.config and last_beat then
    state.job = nil
    status.enter("stopped")
    status.beat(true)
  end
  said_goodbye, last_beat = true, nil
  panel.show(state)
end

return status
