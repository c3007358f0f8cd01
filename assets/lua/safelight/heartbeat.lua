-- Writes the heartbeat file, from which Safelight learns the plugin's state.
local darktable = require "darktable"
local files = require "safelight/files"

local heartbeat = {}

heartbeat.protocol = 1
heartbeat.plugin = "1.9.0"

-- darktable's pid as it sees it itself; nil where the system does not tell.
function heartbeat.pid()
  local stat = io.open("/proc/self/stat", "rb")
  local pid = stat and stat:read("l"):match("^(%d+)")
  if stat then
    stat:close()
  end
  return pid
end

-- The job that was running when the last darktable ended, and the number of that attempt.
function heartbeat.unfinished(path)
  local last = files.fields(files.read(path) or "")
  if last.state ~= "working" or (last.job or "") == "" then
    return nil, 0
  end
  return last.job, tonumber(last.attempt) or 1
end

function heartbeat.write(path, state)
  local about = darktable.configuration
  return files.write(path, files.lines({
    { "protocol", heartbeat.protocol },
    { "plugin", heartbeat.plugin },
    { "darktable", about.version },
    { "api", about.api_version_major .. "." .. about.api_version_minor },
    { "time", os.time() },
    { "started", state.started },
    { "pid", heartbeat.pid() or "" },
    { "revision", state.revision or "" },
    { "library", state.library or "" },
    { "state", state.name },
    { "reason", state.reason or "" },
    { "paused", state.paused and 1 or 0 },
    { "done", state.done },
    { "failed", state.failed },
    { "edits", state.edits },
    { "organised", state.organised },
    { "operated", state.operated },
    { "histories", state.histories or "" },
    { "changes_styles", 1 },
    { "job", state.job or "" },
    { "attempt", state.attempt or 0 },
    { "edits_while_open", state.edits_while_open and 1 or 0 },
    { "open_image", state.open_image or "" },
    { "cannot_render", state.cannot_render or "" },
    { "wake", state.wake or "" },
  }))
end

return heartbeat
