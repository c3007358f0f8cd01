-- Edits. Lua cannot reach an image's history, but a style can: a job brings a style of one module. darktable itself writes
-- history, timestamps and sidecar then.
local darktable = require "darktable"
local files = require "safelight/files"
local render = require "safelight/render"
local sidecars = require "safelight/sidecars"

local style_edits = {}

-- Fixed, since darktable makes a tag of it. Everything by this name is ours and may be removed at any time.
style_edits.name = "safelight-bridge-edit-7c1f4d2e"
local tag_name = "darktable|style|" .. style_edits.name

local function our_styles()
  local found = {}
  for _, style in ipairs(darktable.styles) do
    if style.name == style_edits.name then
      found[#found + 1] = style
    end
  end
  return found
end

-- Removes style and tag, if they are there.
function style_edits.clean()
  for _, style in ipairs(our_styles()) do
    pcall(darktable.styles.delete, style)
  end
  local found, tag = pcall(darktable.tags.find, tag_name)
  if found and tag then
    pcall(darktable.tags.delete, tag)
  end
end

-- [Note: The open image] When a style comes from Lua, darktable 4.2.1 reads the history of the image that is open in the darkroom
-- anew without having stored what the user changed since opening it: that work is gone. 5.0.1 and 5.4.1 store it first. What lies
-- between has not been measured and counts as 4.2.
local about = darktable.configuration

function style_edits.hold_while_open()
  return about.api_version_major > 9 or about.api_version_minor >= 4
end

local function is_open(image)
  local known, open = pcall(function()
    if darktable.gui.current_view().id ~= "darkroom" then
      return false
    end
    -- Asked in the darkroom, and of 4.2 alone: 5.0.1 crashes when no image is shown. (With an argument it would open one.)
    if about.api_version_minor > 0 then
      return true
    end
    local shown = darktable.gui.views.darkroom.display_image()
    return shown == nil or shown.id == image.id
  end)
  -- Not to be told: better no edit than lost work.
  return not known or open
end

local function apply(path, image)
  style_edits.clean()
  -- Closing waits for it (worker.lua, [Note: Closing]).
  render.busy = true
  local fine, problem = pcall(function()
    darktable.styles.import(path)
    local style = our_styles()[1]
    if not style then
      error("darktable did not take the style", 0)
    end
    darktable.styles.apply(style, image)
  end)
  style_edits.clean()
  render.busy = false
  return fine, problem
end

-- Windows has two separators.
local function same_path(a, b)
  if about.running_os == "windows" then
    a, b = a:gsub("\\", "/"):lower(), b:gsub("\\", "/"):lower()
  end
  return a == b
end

-- nil when it was done, else a code and a reason for people.
local function edit(base)
  local fields = files.fields(files.read(base .. ".claimed") or "")
  if fields.protocol ~= "1" or not fields.image or not files.exists(base .. ".dtstyle") then
    return "bad_job", "the job is not complete"
  end
  if os.time() > (tonumber(fields.expires) or 0) then
    return "expired", "darktable came to it too late"
  end
  local image, missing = render.image(fields.image)
  if not image then
    return "no_image", missing
  end
  local path = image.path .. "/" .. image.filename
  if fields.file and not same_path(fields.file, path) then
    return "other_file", "image " .. fields.image .. " of this darktable is " .. path
  end
  if not style_edits.hold_while_open() and is_open(image) then
    return "open_in_darkroom",
      "the image is open in darktable's darkroom, and this version of darktable could lose what was changed there: leave the darkroom"
  end
  sidecars.edited(fields.image)
  local fine, problem = apply(base .. ".dtstyle", image)
  if not fine then
    return "style_failed", tostring(problem)
  end
  return nil
end

local function answer(base, code, reason)
  files.write(base .. ".result", files.lines({
    { "ok", code and 0 or 1 }, { "code", code or "" }, { "reason", reason or "" }, { "time", os.time() },
  }))
  os.remove(base .. ".dtstyle")
  os.remove(base .. ".claimed")
end

-- Does one job and answers. Gives whether an edit was made.
function style_edits.work(edits_dir, uuid)
  local base = edits_dir .. "/" .. uuid
  if not os.rename(base .. ".job", base .. ".claimed") then
    -- Withdrawn; or begun by a darktable that ended in the middle of it.
    if files.exists(base .. ".claimed") then
      answer(base, "interrupted", "darktable ended in the middle of the edit")
    end
    return false
  end
  local fine, code, reason = pcall(edit, base)
  if not fine then
    code, reason = "style_failed", tostring(code)
  end
  answer(base, code, reason)
  return code == nil
end

return style_edits
