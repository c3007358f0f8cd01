-- The loop: checks for jobs whenever Safelight wakes it, and twice a second.
local darktable = require "darktable"
local configuration = require "safelight/configuration"
local files = require "safelight/files"
local heartbeat = require "safelight/heartbeat"
local history_edits = require "safelight/history_edits"
local jobs = require "safelight/jobs"
local news = require "safelight/news"
local organise = require "safelight/organise"
local panel = require "safelight/panel"
local render = require "safelight/render"
local sidecars = require "safelight/sidecars"
local status = require "safelight/status"
local style_edits = require "safelight/style_edits"
local wake = require "safelight/wake"
local whole_history = require "safelight/whole_history"

local worker = {}

-- look_ms: where Safelight cannot wake us.
local idle_ms, look_ms = 500, 50
-- Seconds that closing darktable may be held up by a picture that is being rendered, and by one that is written.
local longest_exit, longest_goodbye = 60, 2

local state = status.state
local running, stopping = false, false
-- A turn is in work; Safelight has woken us meanwhile.
local turning, woken = false, false

-- Whether this darktable has the library open that the ids are of.
local function has_library()
  local lock = files.read(status.config.library .. ".lock")
  local pid = heartbeat.pid()
  return lock ~= nil and (pid == nil or lock:match("^%d+") == pid)
end

local function is_leaving()
  return darktable.control.ending or stopping or render.closing
end

local work_off

-- Returns whether there is a valid configuration.
local function configure(follower)
  local former = status.config
  local config, problem = follower.current()
  if not config then
    if former then
      status.enter("stuck", problem)
      status.beat(true)
    end
    state.reason = problem
  end
  status.config = config
  return config ~= nil
end

-- Checks everything once. Returns whether a job was done.
local function turn(follower)
  if not configure(follower) then
    return false
  end
  local config = status.config
  if not has_library() then
    status.beat(status.enter("other-library", "darktable and Safelight have different libraries open"))
    return false
  end
  state.wake = wake.follow(config.wake_pipe, work_off) and "pipe" or "loop"
  state.paused = files.exists(config.pause_file)
  state.histories = whole_history.way()
  local open = style_edits.open_image()
  local problem = render.problem()
  local is_other = open ~= state.open_image or problem ~= state.cannot_render
  state.open_image, state.cannot_render = open, problem
  if status.wake_up() then
    -- Left by a previous darktable.
    style_edits.clean()
    history_edits.clean()
  end
  if is_other then
    status.beat(true)
  end
  sidecars.write_due(config)
  if config.organise_dir then
    organise.tell(config.organise_dir)
  end
  local edited = jobs.do_edits()
  if status.is_stuck() then
    status.beat()
    return edited
  end
  if state.paused then
    status.beat(status.enter("paused") or config.revision ~= state.revision)
    return edited
  end
  if jobs.do_one("refresh") or (not status.is_stuck() and jobs.do_one("export")) then
    return true
  end
  if not status.is_stuck() then
    status.beat(status.enter("idle") or config.revision ~= state.revision)
  end
  return edited
end

local function toggle_pause()
  local config = status.config
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

local function take_back()
  local config = status.config
  if config and config.organise_dir and not is_leaving() then
    news.take_back(config.organise_dir)
  end
end

local follower

-- Works until nothing is left to do. Returns whether there was anything. The loop and Safelight's waking both come here, one at a time: a
-- second call makes the first one check again.
function work_off()
  if turning or not running then
    woken = true
    return false
  end
  turning = true
  local any = false
  repeat
    woken = false
    local fine, worked = pcall(turn, follower)
    if not fine then
      darktable.print_error("Safelight: " .. tostring(worked))
    end
    worked = fine and worked
    any = any or worked
    if worked then
      darktable.control.sleep(jobs.pause_ms)
    end
  until not (worked or woken) or is_leaving()
  turning = false
  return any
end

-- Until the next look. Without a pipe, edits are looked for in between, unless they have to wait in any case.
local function rest()
  local config = status.config
  if state.wake ~= "loop" or not config or not config.jobs.edits or state.name == "other-library"
    or jobs.is_edit_asked_for() then
    darktable.control.sleep(idle_ms)
    return
  end
  local rested = 0
  repeat
    darktable.control.sleep(look_ms)
    rested = rested + look_ms
  until rested >= idle_ms or is_leaving() or not status.config or jobs.is_edit_asked_for()
end

local function loop()
  follower = configuration.follow(darktable.configuration.config_dir .. "/lua/safelight/bridge.conf")
  while not is_leaving() do
    work_off()
    if not is_leaving() then
      pcall(news.tell)
    end
    rest()
  end
  pcall(status.leave)
  running, stopping = false, false
end

local listening = false

-- [Note: Closing] darktable does not wait for the loop to wake up once more. Nor does 5.0.1 wait for a picture that it is rendering
-- for Lua: it unloads its own modules under it and crashes (four times of ten). While this sleeps it waits.
-- Having written a picture, darktable tells its window and waits for the answer. Where the window was closed at that very moment
-- none will come (4.2.1: one time of ten), and there is nothing left to wait for: the next darktable renders that picture again.
local function on_exit()
  render.closing, panel.silent = true, true
  pcall(status.leave)
  local waited, written = 0, 0
  while render.busy and waited < longest_exit * 1000 and written < longest_goodbye * 1000 do
    darktable.control.sleep(jobs.pause_ms)
    waited = waited + jobs.pause_ms
    written = render.written() and written + jobs.pause_ms or 0
  end
end

local function listen_for_exit()
  if not listening then
    listening = pcall(darktable.register_event, "safelight-exit", "exit", on_exit)
  end
end

function worker.start()
  stopping = false
  panel.open({ toggle_pause = toggle_pause, take_back = take_back })
  if running then
    return
  end
  running = true
  status.start()
  listen_for_exit()
  state.edits_while_open = style_edits.hold_while_open()
  darktable.control.dispatch(loop)
end

function worker.stop()
  stopping = true
  panel.close()
end

return worker
