-- Pictures: an image as its history is now, as a JPEG of a size. Results are true, or nil, a reason, and "stuck" when the
-- fault lies with the folder and not with the picture.
local darktable = require "darktable"
local files = require "safelight/files"

-- busy: darktable is rendering for us at this moment. closing: nothing may be begun any more.
local render = { busy = false, closing = false }
-- The file that it renders to.
local rendering

-- Whether a file of some size can be written there. A disk may have a few bytes left.
local function writable(target)
  local probe = target .. ".probe"
  local written, reason = files.write(probe, string.rep(" ", 65536))
  os.remove(probe)
  return written, reason
end

-- A JPEG from its first two bytes to its last two: on a full disk the end is missing.
local function whole(path)
  local file = files.open(path)
  if not file then
    return false
  end
  local first = file:read(2)
  file:seek("end", -2)
  local last = file:read(2)
  file:close()
  return first == "\xFF\xD8" and last == "\xFF\xD9"
end

-- Whether the picture that darktable is rendering for us lies in its file already.
function render.written()
  return rendering ~= nil and whole(rendering)
end

-- The image of that id whose file is there.
function render.image(id)
  local found, image = pcall(darktable.database.get_image, math.tointeger(tonumber(id)))
  if not found or not image then
    return nil, "darktable has no image " .. id
  end
  local path = image.path .. "/" .. image.filename
  -- A photograph is opened to be read and nothing else.
  local photograph = io.open(path, "rb")
  if not photograph then
    return nil, "its file is missing: " .. path
  end
  photograph:close()
  return image
end

-- [Note: Stars] When darktable has loaded a picture's file it puts back all that it knew of the image when it began: stars that the
-- photographer gave meanwhile are gone, in the library too (4.2.1: 35 of 40 that were set at that moment; 5.x have the same code). So they
-- are watched while darktable renders for us, and what was put back is set anew, at once. Once for each value: what goes back again
-- after that, the photographer took back.
local watched = { "rating", "latitude", "longitude", "elevation" }
local look_ms = 5

local function watch(image)
  local before, given, kept, watching = {}, {}, {}, true
  for _, name in ipairs(watched) do
    before[name] = image[name]
  end
  local function keep()
    for _, name in ipairs(watched) do
      local value = image[name]
      if value ~= before[name] then
        given[name] = value
      elseif given[name] ~= nil and given[name] ~= kept[name] then
        kept[name] = given[name]
        image[name] = given[name]
      end
    end
  end
  darktable.control.dispatch(function()
    while watching and not darktable.control.ending do
      keep()
      darktable.control.sleep(look_ms)
    end
  end)
  return function()
    watching = false
    keep()
  end
end

-- width and height: the box that it fits; 0 is full size.
local function write(image, target, width, height, quality)
  if render.closing or darktable.control.ending then
    return nil, "darktable is being closed", "closing"
  end
  local temporary = target:gsub("%.jpg$", "") .. ".bridge-tmp.jpg"
  os.remove(temporary)
  local format = darktable.new_format("jpeg")
  format.quality = quality
  format.max_width = width
  format.max_height = height
  -- What it returns differs from version to version: the file tells.
  rendering = temporary
  local keep = watch(image)
  render.busy = true
  local fine, problem = pcall(format.write_image, format, image, temporary, false)
  pcall(keep)
  render.busy = false
  rendering = nil
  if fine and whole(temporary) then
    local moved, reason = files.move(temporary, target)
    return moved, reason, "stuck"
  end
  os.remove(temporary)
  local can, reason = writable(target)
  if not can then
    return nil, reason, "stuck"
  end
  return nil, fine and "darktable could not render it" or tostring(problem)
end

-- Every level. `between` runs before each but the first.
function render.refresh(image, configuration, between)
  -- darktable would go on with what it knew of the history.
  image:drop_cache()
  for index, level in ipairs(configuration.levels) do
    if index > 1 then
      between()
    end
    local target = ("%s/%s/%d.jpg"):format(configuration.previews_dir, level.level, image.id)
    local written, reason, kind = write(image, target, level.width, level.height, configuration.preview_quality)
    if not written then
      return nil, reason, kind
    end
  end
  return true
end

function render.export(image, configuration)
  image:drop_cache()
  local target = ("%s/%d.jpg"):format(configuration.exports_dir, image.id)
  return write(image, target, 0, 0, configuration.export_quality)
end

return render
