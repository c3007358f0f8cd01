-- Edits. Lua cannot change an image's history, but a style can: each job brings a style of one module, and darktable itself writes
-- history, timestamps and sidecar.
local darktable = require "darktable"
local files = require "safelight/files"
local render = require "safelight/render"
local sidecars = require "safelight/sidecars"

local style_edits = {}

-- Fixed, since darktable makes a tag of it. Everything with this name is ours and may be removed at any time.
style_edits.name = "safelight-bridge-edit-7c1f4d2e"

local function styles_called(name)
  local found = {}
  for _, style in ipairs(darktable.styles) do
    if style.name == name then
      found[#found + 1] = style
    end
  end
  return found
end

-- Removes a style of ours and its tag, if they exist.
function style_edits.remove(name)
  for _, style in ipairs(styles_called(name)) do
    pcall(darktable.styles.delete, style)
  end
  local found, tag = pcall(darktable.tags.find, "darktable|style|" .. name)
  if found and tag then
    pcall(darktable.tags.delete, tag)
  end
end

function style_edits.clean()
  style_edits.remove(style_edits.name)
end

-- [Note: The open image] When a style is applied from Lua, darktable 4.2.1 reloads the history of the image open in the darkroom without
-- storing the user's changes first: that work is lost. 5.0.1 and 5.4.1 store it first. Versions in between have not been measured and
-- are treated as 4.2.
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

-- Whether the image may be the one that is open in the darkroom. Of 5.x the darkroom is not asked which one that is: 5.0.1 crashes
-- when none is shown.
function style_edits.may_be_open(image)
  if about.api_version_major == 9 and about.api_version_minor == 0 then
    return is_open(image)
  end
  local known, view = pcall(function() return darktable.gui.current_view().id end)
  return not known or view == "darkroom"
end

local last_open

-- For the heartbeat: the id of the image that is open in the darkroom; "unknown" where the darkroom is open and is not asked, as above;
-- nil: none is. darktable would act on it, unless the pointer is on another one: then it is asked once, since it stores the history to
-- answer.
function style_edits.open_image()
  local known, view = pcall(function() return darktable.gui.current_view().id end)
  if known and view ~= "darkroom" then
    last_open = nil
    return nil
  end
  if known and about.api_version_major == 9 and about.api_version_minor == 0 then
    local asked, id = pcall(function()
      if darktable.gui.hovered == nil then
        return darktable.gui.action_images[1].id
      end
      return last_open or darktable.gui.views.darkroom.display_image().id
    end)
    if asked then
      last_open = id
      return id
    end
  end
  return "unknown"
end

-- Why the history of an image must not be changed now: a code and a reason for people; nil if it may.
function style_edits.obstacle(image)
  if not style_edits.hold_while_open() and is_open(image) then
    return "open_in_darkroom",
      "the image is open in the darkroom, and this version of darktable could lose your changes there: leave the darkroom"
  end
  return nil
end

local function apply(path, image)
  style_edits.clean()
  darktable.styles.import(path)
  local style = styles_called(style_edits.name)[1]
  if not style then
    error("darktable did not accept the style", 0)
  end
  darktable.styles.apply(style, image)
end

-- Returns nil on success, else a code and a reason for people.
local function edit(base)
  local fields = files.fields(files.read(base .. ".claimed") or "")
  if fields.protocol ~= "1" or not fields.image or not files.exists(base .. ".dtstyle") then
    return "bad_job", "the job is incomplete"
  end
  if os.time() > (tonumber(fields.expires) or 0) then
    return "expired", "darktable was busy for too long"
  end
  local image, missing = render.image(fields.image)
  if not image then
    return "no_image", missing
  end
  local path = image.path .. "/" .. image.filename
  if fields.file and not files.same_path(fields.file, path) then
    return "other_file", "image " .. fields.image .. " of this darktable is " .. path
  end
  local code, reason = style_edits.obstacle(image)
  if code then
    return code, reason
  end
  sidecars.edited(fields.image)
  local fine, problem = pcall(apply, base .. ".dtstyle", image)
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

-- Does one job and writes the answer. Returns whether an edit was made. Nobody waits until the style and its tag are removed, which takes
-- darktable longer than the edit.
function style_edits.work(edits_dir, uuid)
  local base = edits_dir .. "/" .. uuid
  if not os.rename(base .. ".job", base .. ".claimed") then
    -- Withdrawn; or begun by a darktable that ended in the middle of it.
    if files.exists(base .. ".claimed") then
      answer(base, "interrupted", "darktable ended during the edit")
    end
    return false
  end
  -- Closing waits for it (worker.lua, [Note: Closing]).
  render.busy = true
  local fine, code, reason = pcall(edit, base)
  if not fine then
    code, reason = "style_failed", tostring(code)
  end
  answer(base, code, reason)
  pcall(style_edits.clean)
  render.busy = false
  return code == nil
end

return style_edits
