-- Decisions about images: stars, rejects, labels, tags, texts, place. A job lists many images and the values that each should have.
local entries = require "safelight/organise_entries"
local fields = require "safelight/organise_fields"
local files = require "safelight/files"
local image_job = require "safelight/image_job"
local marks = require "safelight/organise_marks"
local tags = require "safelight/organise_tags"

local organise = {}

-- The pauses after an image for darktable's window, which needs longest after tags.
local pause_ms, short_pause_ms = 100, 5

local function do_texts_and_place(entry, image)
  for _, name in ipairs(fields.texts) do
    local wanted = entry.set[name]
    if type(wanted) == "string" and wanted ~= image[name] then
      image[name] = wanted
    end
  end
  for name, field in pairs(fields.place) do
    local wanted = entry.set[name]
    if math.type(wanted) == "float" and wanted ~= image[field] then
      image[field] = wanted
    end
  end
end

-- The pause after an image for darktable's window. Sidecars alone are written in rows: 25 take some 0.15 s.
local function pause_after(entry, position)
  if #entry.tag_add + #entry.tag_remove > 0 then
    return pause_ms
  end
  local is_slow = entry.touch and position % 25 == 0
  for name in pairs(entry.set) do
    is_slow = is_slow or fields.place[name] or fields.is_text[name]
  end
  return is_slow and short_pause_ms or 0
end

-- What the action does not do, one image after the other.
local function do_rest(job)
  image_job.each(job, pause_after, function(entry, image)
    entries.answer_if_changed(entry, image, function(field) return fields.is_text[field] or fields.place[field] end)
    if not entry.code then
      tags.set(entry, image)
      do_texts_and_place(entry, image)
    end
  end)
end

-- Tells Safelight when a reject that waits might be made.
function organise.tell(folder)
  if marks.may_reject() then
    files.write(folder .. "/rejects-possible", "")
  end
end

function organise.work(folder, uuid, between)
  return image_job.work(folder, uuid, between, { marks.set_stars, marks.set_labels, do_rest })
end

return organise
