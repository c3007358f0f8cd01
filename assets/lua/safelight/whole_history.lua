-- Puts a whole history in the place of another: all steps, the end, masks, order. darktable takes such a thing from a sidecar alone.
-- Safelight has made one that also says what darktable holds of the picture otherwise.
local darktable = require "darktable"
local entries = require "safelight/organise_entries"
local files = require "safelight/files"
local sidecars = require "safelight/sidecars"
local style_edits = require "safelight/style_edits"

local whole_history = {}

-- [Note: Two ways for a history] "apply": darktable reads any sidecar for a picture (5.4.1). "import": it reads that of the picture
-- anew (4.2.1, 5.0.1), together with those of all its versions.
local way

-- Found out with the first picture; nil: there is none.
function whole_history.way()
  if not way then
    local image = darktable.database[1]
    if image then
      local known, apply = pcall(function() return image.apply_sidecar end)
      way = known and apply and "apply" or "import"
    end
  end
  return way
end

local function tag_names(image)
  local names = {}
  for _, tag in ipairs(darktable.tags.get_tags(image)) do
    if not tag.name:match("^darktable|") then
      names[tag.name] = tag
    end
  end
  return names
end

-- With the words of a sidecar darktable detaches all tags and attaches those that it makes of them.
local function restore_tags(image, had)
  local has = tag_names(image)
  for name in pairs(had) do
    if not has[name] then
      darktable.tags.attach(darktable.tags.find(name) or darktable.tags.create(name), image)
    end
  end
  for name, tag in pairs(has) do
    if not had[name] then
      darktable.tags.detach(tag, image)
    end
  end
end

local function import(image, content)
  local former = files.read(image.sidecar)
  local selected = darktable.gui.selection()
  local fine, problem = files.overwrite(image.sidecar, content)
  if not fine then
    if former then
      files.overwrite(image.sidecar, former)
    end
    error("its sidecar cannot be written: " .. tostring(problem), 0)
  end
  darktable.database.import(image.path .. "/" .. image.filename)
  darktable.gui.selection(selected)
end

local function take(image, path)
  local had = tag_names(image)
  if whole_history.way() == "apply" then
    if not image:apply_sidecar(path) then
      error("darktable does not take the history", 0)
    end
  else
    import(image, files.read(path))
  end
  restore_tags(image, had)
  image:drop_cache()
end

-- `path`: of the sidecar that came with the job. `guarded` runs what darktable must not be closed in.
function whole_history.replace(entry, image, path, guarded)
  if not files.exists(path) then
    return entries.answer(entry, "bad_job", "its history is missing")
  end
  if style_edits.may_be_open(image) then
    return entries.answer(entry, "refused",
      "the darkroom is open, which would put its own history in the place of this one: go back to the lighttable")
  end
  if whole_history.way() == "import" and image.duplicate_index ~= 0 then
    return entries.answer(entry, "refused", "this version of darktable would mix up its versions")
  end
  entries.answer_if_changed(entry, image, function() return true end)
  if entry.code then
    return
  end
  sidecars.edited(entry.id)
  guarded(function() take(image, path) end)
  -- darktable has written the sidecar before the tags of the entry, and none after "apply".
  entry.touch = true
end

return whole_history
