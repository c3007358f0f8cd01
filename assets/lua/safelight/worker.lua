-- The loop: edits first, then refreshes, then exports, one job at a time.
local darktable = require "darktable"
local configuration = require "safelight/configuration"
local files = require "safelight/files"
local heartbeat = require "safelight/heartbeat"
local panel = require "safelight/panel"
local queue = require "safelight/queue"
local render = require "safelight/render"
local sidecars = require "safelight/sidecars"
local style_edits = require "safelight/style_edits"

local worker = {}

local idle_ms, busy_ms = 500, 20
local beat_idle, beat_busy, stuck_pause = 5, 2, 5
local most_attempts = 3
-- Seconds that closing darktable may be held up by a picture that is being rendered, and by one that is written.
local longest_exit, longest_goodbye = 60, 2

local state = { name = "idle", done = 0, failed = 0, edits = 0 }
local config, last_beat, stuck_until
local crashed_job, crashed_attempt
-- The queues by file; one that was begun is finished even when the configuration names another now.
local queues = {}
local running, stopping, said_goodbye = false, false, false

local function beat(force)
  panel.show(state)
  if not config or said_goodbye then
    return
  end
  local age = os.time() - (last_beat or 0)
  if force or age >= (state.job and beat_busy or beat_idle) or age < 0 then
    last_beat = os.time()
    state.revision, state.library = config.revision, config.library
    heartbeat.write(config.heartbeat, state)
  end
end

local function enter(name, reason)
  local changed = state.name ~= name or state.reason ~= reason
  state.name, state.reason = name, reason
  return changed
end

-- Whether this darktable has the library open that the ids are of.
local function has_library()
  local lock = files.read(config.library .. ".lock")
  local pid = heartbeat.pid()
  return lock ~= nil and (pid == nil or lock:match("^%d+") == pid)
end

local function queue_of(kind)
  local file = kind == "edits" and config.edits_dir .. "/edits.queue" or config[kind .. "_queue"]
  local present = queues[kind]
  if not present then
    present = queue.open(file, kind == "edits" and queue.uuid or queue.id)
    queues[kind] = present
  elseif present.file ~= file and not files.exists(present.working) then
    present = queue.open(file, present.valid)
    queues[kind] = present
  end
  return present, present.file ~= file
end

local function stuck(reason)
  stuck_until = os.time() + stuck_pause
  state.job = nil
  enter("stuck", reason)
  beat(true)
end

local function begin(job)
  state.job = job
  state.attempt = job == crashed_job and crashed_attempt + 1 or 1
  enter("working")
  beat(true)
end

local function finish()
  crashed_job = state.job ~= crashed_job and crashed_job or nil
  state.job, state.attempt = nil, nil
  enter("idle")
end

-- All edits that wait. Never stops the rest: an edit that cannot be done is answered or expires.
local function do_edits()
  if not config.jobs.edits then
    return
  end
  local waiting, moved = queue_of("edits")
  if not waiting:waits() then
    return
  end
  local uuid = waiting:next(moved)
  while uuid and not render.closing and not darktable.control.ending do
    local before = { name = state.name, job = state.job, attempt = state.attempt }
    begin("edit " .. uuid)
    local fine, made = pcall(style_edits.work, waiting.file:match("^(.*)/"), uuid)
    if fine and made then
      state.edits = state.edits + 1
    elseif not fine then
      darktable.print_error("Safelight: " .. tostring(made))
    end
    state.job, state.attempt = before.job, before.attempt
    enter(before.name)
    beat(true)
    if not waiting:drop(uuid) then
      return
    end
    uuid = waiting:next(moved)
  end
end

local function between_levels()
  darktable.control.sleep(busy_ms)
  sidecars.write_due(config)
  do_edits()
  beat()
end

local function run(kind, id)
  local image, missing = render.image(id)
  if not image then
    return nil, missing
  end
  if kind == "refresh" then
    return render.refresh(image, config, between_levels)
  end
  return render.export(image, config)
end

-- One job of that kind. Gives whether there was one.
local function do_job(kind)
  if not config.jobs[kind] then
    return false
  end
  local waiting, moved = queue_of(kind)
  if not waiting:waits() then
    return false
  end
  local id, problem = waiting:next(moved)
  if not id then
    if problem then
      stuck(waiting.file .. ": " .. problem)
    end
    return false
  end
  begin(kind .. " " .. id)
  local fine, done, reason, why
  if state.attempt > most_attempts then
    fine, reason = true, "darktable ended " .. most_attempts .. " times while it worked on this picture"
  else
    fine, done, reason, why = pcall(run, kind, id)
  end
  if not fine then
    done, reason = nil, tostring(done)
  end
  -- A darktable that is closing stops rendering: the next one does it.
  if not done and (render.closing or darktable.control.ending) then
    return false
  end
  if not done and why == "stuck" then
    stuck(reason)
    return false
  end
  local noted = done or waiting:fail(id, reason)
  local dropped, trouble = nil, "its failure cannot be noted"
  if noted then
    dropped, trouble = waiting:drop(id)
  end
  if not dropped then
    stuck(waiting.file .. ": " .. tostring(trouble))
    return false
  end
  state.done = state.done + (done and 1 or 0)
  state.failed = state.failed + (done and 0 or 1)
  finish()
  beat(true)
  return true
end

-- One look at everything. Gives whether a job was done.
local function turn(follower)
  local problem
  local former = config
  config, problem = follower.current()
  if not config then
    if former then
      config = former
      enter("stuck", problem)
      beat(true)
      config = nil
    end
    state.reason = problem
    return false
  end
  if not has_library() then
    beat(enter("other-library", "this darktable has another library open than Safelight"))
    return false
  end
  state.paused = files.exists(config.pause_file)
  if last_beat == nil then
    crashed_job, crashed_attempt = heartbeat.unfinished(config.heartbeat)
    -- Before the first look at what a former darktable left: another worker goes by it.
    enter("idle")
    beat(true)
    style_edits.clean()
  end
  sidecars.write_due(config)
  do_edits()
  if stuck_until then
    if os.time() < stuck_until then
      beat()
      return false
    end
    stuck_until = nil
  end
  if state.paused then
    beat(enter("paused") or config.revision ~= state.revision)
    return false
  end
  if do_job("refresh") or (not stuck_until and do_job("export")) then
    return true
  end
  if not stuck_until then
    beat(enter("idle") or config.revision ~= state.revision)
  end
  return false
end

local function toggle_pause()
  if not config then
    return
  end
  if files.exists(config.pause_file) then
    os.remove(config.pause_file)
  else
    files.write(config.pause_file, "")
  end
  state.paused = files.exists(config.pause_file)
  panel.show(state)
end

-- darktable is being closed, or the script stopped.
local function leave()
  if config and last_beat then
    state.job = nil
    enter("stopped")
    beat(true)
  end
  -- A turn may be in work still: nothing of it is told any more.
  said_goodbye, last_beat = true, nil
  panel.show(state)
end

local function loop()
  local follower = configuration.follow(darktable.configuration.config_dir .. "/lua/safelight/bridge.conf")
  while not darktable.control.ending and not stopping and not render.closing do
    local fine, worked = pcall(turn, follower)
    if not fine then
      darktable.print_error("Safelight: " .. tostring(worked))
    end
    darktable.control.sleep(fine and worked and busy_ms or idle_ms)
  end
  pcall(leave)
  running, stopping = false, false
end

local listening = false

-- [Note: Closing] darktable does not wait for the loop to wake up once more. Nor does 5.0.1 wait for a picture that it is rendering
-- for Lua: it unloads its own modules under it and crashes (four times of ten). While this sleeps it waits.
-- Having written a picture, darktable tells its window and waits for the answer. Where the window was closed at that very moment
-- none will come (4.2.1: one time of ten), and there is nothing left to wait for: the next darktable renders that picture again.
local function on_exit()
  render.closing, panel.silent = true, true
  pcall(leave)
  local waited, written = 0, 0
  while render.busy and waited < longest_exit * 1000 and written < longest_goodbye * 1000 do
    darktable.control.sleep(busy_ms)
    waited = waited + busy_ms
    written = render.written() and written + busy_ms or 0
  end
end

local function listen_for_exit()
  if not listening then
    listening = pcall(darktable.register_event, "safelight-exit", "exit", on_exit)
  end
end

function worker.start()
  stopping = false
  panel.open(toggle_pause)
  if running then
    return
  end
  running, said_goodbye = true, false
  listen_for_exit()
  state.started = os.time()
  state.edits_while_open = style_edits.hold_while_open()
  darktable.control.dispatch(loop)
end

function worker.stop()
  stopping = true
  panel.close()
end

return worker
