-- Does the waiting jobs: edits and decisions first, then refreshes, then exports, one at a time.
local darktable = require "darktable"
local files = require "safelight/files"
local news = require "safelight/news"
local operations = require "safelight/operations"
local organise = require "safelight/organise"
local queue = require "safelight/queue"
local render = require "safelight/render"
local sidecars = require "safelight/sidecars"
local status = require "safelight/status"
local style_edits = require "safelight/style_edits"

local jobs = {
  -- The pause between two jobs for darktable's window, in milliseconds.
  pause_ms = 20,
}

local most_attempts = 3
local state = status.state

-- The queues by kind. One that was begun is finished even if the configuration names another now.
local queues = {}

-- Jobs with a file each: the folder, the name in the heartbeat, the counter, and the function that does them.
local by_name = {
  edits = { folder = "edits_dir", job = "edit", count = "edits", work = style_edits.work },
  organise = { folder = "organise_dir", job = "organise", count = "organised", work = organise.work },
  operations = { folder = "operations_dir", job = "operation", count = "operated", work = operations.work },
}

-- The queue file of a kind of jobs; nil: Safelight has none.
local function queue_file(kind)
  local config = status.config
  if not by_name[kind] then
    return config[kind .. "_queue"]
  end
  local folder = config[by_name[kind].folder]
  return folder and folder .. "/" .. kind .. ".queue"
end

local function queue_of(kind)
  local file = queue_file(kind)
  local present = queues[kind]
  if not present then
    present = queue.open(file, by_name[kind] and queue.uuid or queue.id)
    queues[kind] = present
  elseif present.file ~= file and not files.exists(present.working) then
    present = queue.open(file, present.valid)
    queues[kind] = present
  end
  return present, present.file ~= file
end

-- Does all waiting jobs of one such kind. One that cannot be done is answered or expires. Returns whether there were any.
-- `between` runs in the pauses of a job.
local function do_named(kind, between)
  if not status.config.jobs.edits or not queue_file(kind) then
    return false
  end
  local waiting, moved = queue_of(kind)
  if not waiting:waits() then
    return false
  end
  local named = by_name[kind]
  local uuid = waiting:next(moved)
  local any = uuid ~= nil
  while uuid and not render.closing and not darktable.control.ending do
    local go_back = status.begin_within(named.job .. " " .. uuid)
    local fine, made = pcall(named.work, waiting.file:match("^(.*)/"), uuid, between)
    if fine and made then
      local count = made == true and 1 or made
      state[named.count] = state[named.count] + count
      if count > 0 then
        news.add(count)
      end
    elseif not fine then
      darktable.print_error("Safelight: " .. tostring(made))
    end
    go_back()
    if not waiting:drop(uuid) then
      return false
    end
    uuid = waiting:next(moved)
  end
  return any
end

-- Does what people wait for: edits, decisions about images, and operations, each with the former in between. Returns whether
-- there were any.
function jobs.do_edits()
  local function organise_with_edits()
    return do_named("organise", function()
      do_named("edits")
      status.beat()
    end)
  end
  local edited = do_named("edits")
  local organised = organise_with_edits()
  local operated = do_named("operations", function()
    do_named("edits")
    organise_with_edits()
    status.beat()
  end)
  return edited or organised or operated
end

-- Whether an edit or a decision is waiting.
function jobs.is_edit_asked_for()
  for kind in pairs(by_name) do
    local file = queue_file(kind)
    if file and files.exists(file) then
      return true
    end
  end
  return false
end

local function between_levels()
  darktable.control.sleep(jobs.pause_ms)
  sidecars.write_due(status.config)
  jobs.do_edits()
  status.beat()
end

local function run(kind, id)
  local image, missing = render.image(id)
  if not image then
    return nil, missing
  end
  if kind == "refresh" then
    return render.refresh(image, status.config, between_levels)
  end
  return render.export(image, status.config)
end

-- Does one refresh or export. Returns whether there was one.
function jobs.do_one(kind)
  if not status.config.jobs[kind] then
    return false
  end
  local waiting, moved = queue_of(kind)
  if not waiting:waits() then
    return false
  end
  local unlike = render.problem()
  if unlike then
    status.stuck(unlike)
    return false
  end
  local id, problem = waiting:next(moved)
  if not id then
    if problem then
      status.stuck(waiting.file .. ": " .. problem)
    end
    return false
  end
  status.begin(kind .. " " .. id)
  local fine, done, reason, why
  if state.attempt > most_attempts then
    fine, reason = true, "darktable ended " .. most_attempts .. " times while it rendered this picture"
  else
    fine, done, reason, why = pcall(run, kind, id)
  end
  if not fine then
    done, reason = nil, tostring(done)
  end
  -- darktable is closing and stops rendering: the next one will do it.
  if not done and (render.closing or darktable.control.ending) then
    return false
  end
  if not done and why == "stuck" then
    status.stuck(reason)
    return false
  end
  local noted = done or waiting:fail(id, reason)
  local dropped, trouble = nil, "the failed job cannot be recorded"
  if noted then
    dropped, trouble = waiting:drop(id)
  end
  if not dropped then
    status.stuck(waiting.file .. ": " .. tostring(trouble))
    return false
  end
  state.done = state.done + (done and 1 or 0)
  state.failed = state.failed + (done and 0 or 1)
  status.finish()
  status.beat(true)
  return true
end

return jobs
