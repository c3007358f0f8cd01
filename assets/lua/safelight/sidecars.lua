-- [Note: Half a sidecar] To show an image, darktable (4.2.1, 5.4.1) deletes its history and rewrites it step by step in
-- another thread; and it shows an image at once when it was edited. A sidecar written at that moment holds only the
-- first steps (4.2.1 on a busy machine: after one edit of 300), and stays like that. 5.x writes it half a second later,
-- and not at all when it was closed by then. So darktable is made to write it once more; if it was closed, the next one
-- does.
local files = require "safelight/files"
local render = require "safelight/render"

local sidecars = {}

-- Seconds after an edit. The second time is for a darktable that shows the image late, such as a large raw.
local delays = { 2, 10 }

-- A thousand at once would hold up darktable for seconds. And whoever reads the library, as Safelight does, needs seconds in which nobody
-- writes to it.
local most_at_once, rest = 25, 3
local rests_until = 0

-- By image id: when it was edited, and how often its sidecar was written since.
local edited = {}
-- Holds the library and, one per line, the ids whose sidecar has not been written since: in another library these ids
-- belong to other images.
local record, library

local function keep()
  local lines = { library .. "\n" }
  for id, image in pairs(edited) do
    if image.writes == 0 then
      lines[#lines + 1] = id .. "\n"
    end
  end
  if #lines > 1 then
    files.write(record, table.concat(lines))
  else
    os.remove(record)
  end
end

-- darktable writes an image's sidecar when any value is set, so a value is set to itself: nobody edits the ISO. Nothing
-- else changes; a correct sidecar is not even touched, and none is created if darktable's settings forbid it.
local function write(id)
  local image = render.image(id)
  if image then
    pcall(function() image.exif_iso = image.exif_iso end)
  end
end

-- Call it before the edit, so that the image is recorded even if darktable ends during it.
function sidecars.edited(id)
  edited[id] = { at = os.time(), writes = 0 }
  keep()
end

-- Writes those that are due. If darktable is closed first, the next one writes the rest.
function sidecars.write_due(config)
  local now, present = os.time(), config.edits_dir .. "/sidecars"
  if record ~= present then
    record, library = present, config.library
    local owner, ids = (files.read(record) or ""):match("^([^\n]*)\n(.*)$")
    for id in (owner == library and ids or ""):gmatch("%d+") do
      edited[id] = { at = now, writes = 0 }
    end
  end
  -- The clock may be set back.
  if now < rests_until and rests_until - now <= rest then
    return
  end
  local left = most_at_once
  for id, image in pairs(edited) do
    local age = now - image.at
    if age >= delays[image.writes + 1] or age < 0 then
      if left == 0 then
        rests_until = now + rest
        break
      end
      left = left - 1
      -- What is written late is written once.
      image.writes = age >= delays[#delays] and #delays or image.writes + 1
      write(id)
      if image.writes == #delays then
        edited[id] = nil
      end
    end
  end
  if left < most_at_once then
    keep()
  end
end

return sidecars
