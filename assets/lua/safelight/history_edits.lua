-- Changes of whole histories: a style put on images, one of darktable's or one that came with the job, and histories discarded.
local darktable = require "darktable"
local entries = require "safelight/organise_entries"
local files = require "safelight/files"
local render = require "safelight/render"
local sidecars = require "safelight/sidecars"
local style_edits = require "safelight/style_edits"
local tags = require "safelight/organise_tags"
local whole_history = require "safelight/whole_history"

local history_edits = {}

-- Of the style that comes with a job. Fixed, since darktable makes a tag of it. Everything with this name is ours and may be removed at
-- any time. Not that of the edits, which go on between the images.
history_edits.name = "safelight-bridge-steps-7c1f4d2e"

-- The styles of the job at work, by name. darktable reads all its styles each time that one is asked for.
local found = {}
-- Whether it brought one along.
local taken = false
-- The path of its files, without their endings.
local job

local function style_called(name)
  if not found[name] then
    for _, style in ipairs(darktable.styles) do
      if style.name == name then
        found[name] = style
        break
      end
    end
  end
  return found[name]
end

-- Removes our style and its tag, if they exist.
function history_edits.clean()
  style_edits.remove(history_edits.name)
end

-- Takes in the style of a job, if it has one. Safelight removes the file.
function history_edits.begin(base)
  job, found, taken = base, {}, files.exists(base .. ".dtstyle")
  if taken then
    history_edits.clean()
    darktable.styles.import(base .. ".dtstyle")
  end
end

function history_edits.finish()
  found = {}
  if taken then
    taken = false
    history_edits.clean()
  end
end

-- Closing waits for it (worker.lua, [Note: Closing]).
local function without_closing(work)
  render.busy = true
  local fine, problem = pcall(work)
  render.busy = false
  if not fine then
    error(problem, 0)
  end
end

local function is_left_alone(entry, image)
  local code, reason = style_edits.obstacle(image)
  if code then
    entries.answer(entry, "refused", reason)
  end
  return code ~= nil
end

function history_edits.style(entry, image)
  local name = entry.set.style
  local style = name and style_called(name)
  if not style then
    return entries.answer(entry, "refused", "darktable has no style " .. tostring(name))
  end
  if is_left_alone(entry, image) then
    return
  end
  sidecars.edited(entry.id)
  without_closing(function()
    darktable.styles.apply(style, image)
    local tag = name == history_edits.name and darktable.tags.find("darktable|style|" .. name)
    if tag then
      darktable.tags.detach(tag, image)
      entry.touch = true
    end
  end)
end

function history_edits.discard(entry, image)
  if is_left_alone(entry, image) then
    return
  end
  sidecars.edited(entry.id)
  without_closing(function() image:reset() end)
end

-- Puts the history in the sidecar of the job in the place of the present one.
function history_edits.history(entry, image)
  whole_history.replace(entry, image, job .. "." .. entry.id .. ".xmp", without_closing)
  if not entry.code then
    tags.set(entry, image)
  end
end

return history_edits
