-- [Note: Half a sidecar] To show an image, darktable (4.2.1, 5.4.1) deletes its history and writes it anew, step by step, in a thread
-- of its own; and it shows an image at once when it was edited. A sidecar that is written in that moment holds the first steps only
-- (4.2.1 on a busy machine: after one edit of 300), and stays like that. 5.x writes it half a second later, and not at all when it was
-- closed by then. So darktable is made to write it once more, the next one if need be.
local files = require "safelight/files"
local render = require "safelight/render"

local sidecars = {}

-- Seconds after an edit. The second time is for a darktable that came late to showing the image, a large raw.
local delays = { 2, 10 }

-- By id of the image: when it was edited, and how often its sidecar was written since.
local edited = {}
-- Holds the library and the ids whose sidecar was not written since, each on a line: the next library has other images by these ids.
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

-- darktable writes the sidecar of an image that is told anything, and here it is told what it knows: nobody edits the ISO. Nothing else
-- changes; a sidecar that is right is not even touched, nor is there one where darktable's settings say so.
local function write(id)
  local image = render.image(id)
  if image then
    pcall(function() image.exif_iso = image.exif_iso end)
  end
end

-- To be called before the edit, so that one is known in whose middle darktable ends.
function sidecars.edited(id)
  edited[id] = { at = os.time(), writes = 0 }
  keep()
end

-- Writes those whose time has come. A darktable that was closed before leaves the rest to the next.
function sidecars.write_due(config)
  local now, present = os.time(), config.edits_dir .. "/sidecars"
  if record ~= present then
    record, library = present, config.library
    local owner, ids = (files.read(record) or ""):match("^([^\n]*)\n(.*)$")
    for id in (owner == library and ids or ""):gmatch("%d+") do
      edited[id] = { at = now, writes = 0 }
    end
  end
  for id, image in pairs(edited) do
    local age = now - image.at
    if age >= delays[image.writes + 1] or age < 0 then
      image.writes = image.writes + 1
      write(id)
      if image.writes == #delays then
        edited[id] = nil
      end
      keep()
    end
  end
end

return sidecars
