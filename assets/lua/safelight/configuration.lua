-- bridge.conf: what Safelight tells the plugin. Reread whenever its content has changed.
local files = require "safelight/files"

local configuration = {}

local needed = {
  "revision", "library", "refresh_queue", "export_queue", "edits_dir", "previews_dir", "preview_levels", "exports_dir",
  "heartbeat", "pause_file",
}

local function levels(text)
  local list = {}
  for level, width, height in text:gmatch("(%d+):(%d+)x(%d+)") do
    list[#list + 1] = { level = level, width = tonumber(width), height = tonumber(height) }
  end
  return list
end

local function quality(text, default)
  local number = math.tointeger(tonumber(text))
  return number and number >= 1 and number <= 100 and number or default
end

-- The configuration, or nil and what is wrong with it.
function configuration.parse(content)
  local fields = files.fields(content)
  if fields.protocol ~= "1" then
    return nil, "Safelight has another version: run 'safelight plugin install' and restart darktable"
  end
  for _, key in ipairs(needed) do
    if (fields[key] or "") == "" then
      return nil, "Safelight's configuration file has no " .. key
    end
  end
  local jobs = {}
  for job in (fields.jobs or "edits,refresh,export"):gmatch("%a+") do
    jobs[job] = true
  end
  fields.jobs = jobs
  fields.levels = levels(fields.preview_levels)
  fields.preview_quality = quality(fields.preview_quality, 85)
  fields.export_quality = quality(fields.export_quality, 95)
  return fields
end

-- Follows a configuration file: current() returns its newest state.
function configuration.follow(path)
  local content, present, problem
  return {
    current = function()
      local now = files.read(path)
      if now == nil then
        content, present, problem = nil, nil, "Safelight has not been started yet"
      elseif now ~= content then
        content = now
        present, problem = configuration.parse(now)
      end
      return present, problem
    end,
  }
end

return configuration
