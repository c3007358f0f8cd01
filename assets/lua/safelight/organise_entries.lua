-- The images of a job: looked up in darktable right before they are written, and answered one by one.
local darktable = require "darktable"
local fields = require "safelight/organise_fields"
local files = require "safelight/files"

local entries = {}

function entries.answer(entry, code, reason)
  if not entry.code then
    entry.code, entry.reason = code, reason
  end
end

-- The image of an entry that is not answered yet. Looked up each time, since writing to a removed image does nothing.
local function image_of(entry)
  if entry.code then
    return nil
  end
  if entry.bad or not entry.number or not entry.file then
    return entries.answer(entry, "bad_job", "image " .. entry.id .. ": " .. (entry.bad or "it is incomplete"))
  end
  local found, image = pcall(darktable.database.get_image, entry.number)
  if not found or not image then
    return entries.answer(entry, "no_image", "darktable has no image " .. entry.id)
  end
  local path = image.path .. "/" .. image.filename
  if not files.same_path(entry.file, path) then
    return entries.answer(entry, "other_file", "image " .. entry.id .. " of this darktable is " .. path)
  end
  return image
end

-- The present value of a field in the readers' form; nil where Lua cannot read it.
local function present(image, field)
  if field == "stars" then
    return image.rating ~= -1 and image.rating or nil
  elseif field == "rejected" then
    return image.rating == -1
  elseif fields.is_text[field] then
    return image[field] or ""
  elseif fields.place[field] then
    return image[fields.place[field]] or 0 / 0
  end
  return image[field:match("^label_(.+)$")]
end

-- Whether a field still has the value that Safelight saw. NaN stands for no number.
local function is_as_seen(image, field, seen)
  local now = present(image, field)
  return now == nil or now == seen or (now ~= now and seen ~= seen)
end

-- Answers an entry whose image changed since Safelight saw it. Checked right before it is set: no other Lua code runs in between.
function entries.answer_if_changed(entry, image, is_ours)
  for field, seen in pairs(entry.was) do
    if is_ours(field) and not is_as_seen(image, field, seen) then
      return entries.answer(entry, "changed", "somebody changed " .. field .. " meanwhile")
    end
  end
end

function entries.try(entry, work)
  local image = image_of(entry)
  if image then
    local fine, problem = pcall(work, image)
    if not fine then
      entries.answer(entry, "refused", tostring(problem))
    end
  end
end

-- The entries whose image satisfies `is_left`, and their images.
function entries.left_of(list, is_left)
  local left, images = {}, {}
  for _, entry in ipairs(list) do
    entries.try(entry, function(image)
      if is_left(image) then
        left[#left + 1] = entry
        images[#images + 1] = image
      end
    end)
  end
  return left, images
end

return entries
