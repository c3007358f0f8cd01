-- Pictures: an image as its history is now, as a JPEG of a size. Results are true, or nil, a reason, and "stuck" when the
-- fault lies with the folder and not with the picture.
local darktable = require "darktable"
local files = require "safelight/files"

-- busy: darktable is rendering for us at this moment. closing: nothing may be begun any more.
local render = { busy = false, closing = false }
-- The file that it renders to.
local rendering

-- Whether a file of some size can be written in a folder. A disk may have a few bytes left.
local function writable(folder, key)
  local probe = folder .. "/" .. files.unguessable(key) .. ".probe"
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

-- `place`: the file that the picture is for, the folder where it is written, and the key of names there. width and height: the box that it
-- fits; 0 is full size.
local function write(image, place, width, height, quality)
  if render.closing or darktable.control.ending then
    return nil, "darktable is being closed", "closing"
  end
  local temporary = ("%s/%d.%s.bridge-tmp.jpg"):format(place.drafts, image.id, files.unguessable(place.key))
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
    local moved, reason = files.move(temporary, place.file)
    if moved then
      return true
    end
    problem = reason
  end
  os.remove(temporary)
  local can, reason = writable(place.drafts, place.key)
  if not can then
    return nil, reason, "stuck"
  end
  return nil, problem and tostring(problem) or "darktable could not render it"
end

-- Every level. `between` runs before each but the first.
function render.refresh(image, configuration, between)
  -- darktable would go on with what it knew of the history.
  image:drop_cache()
  for index, level in ipairs(configuration.levels) do
    if index > 1 then
      between()
    end
    local folder = configuration.previews_dir .. "/" .. level.level
    local place = { file = ("%s/%d.jpg"):format(folder, image.id), drafts = folder }
    local written, reason, kind = write(image, place, level.width, level.height, configuration.preview_quality)
    if not written then
      return nil, reason, kind
    end
  end
  return true
end

-- [Note: Whose folder] Exports go to a folder that is Safelight's own, which a file in it says; without it the folder's disk is gone, or
-- the folder is somebody's. What was there before it became ours is listed in that file. A film roll holds photographs, whatever it says.
local mark_name = "/.safelight-exports"

-- Each film roll is a query of its own to darktable: all are looked at only when there are more or fewer than the last time.
local looked = {}

local function is_film_roll(folder)
  pcall(function()
    local count = #darktable.films
    if looked.folder == folder and looked.count == count then
      return
    end
    local found = false
    for _, film in ipairs(darktable.films) do
      found = found or film.path == folder
    end
    looked = { folder = folder, count = count, found = found }
  end)
  return looked.folder == folder and looked.found
end

local function folder_problem(configuration, mark)
  local folder = configuration.exports_dir
  if mark == nil then
    return "the export folder " .. folder .. " is not there. Is its disk connected?"
  end
  if files.fields(mark).id ~= configuration.exports_id then
    return folder .. " is not the folder that exports went to"
  end
  if is_film_roll(folder) then
    return "the export folder " .. folder .. " is a film roll: choose another one in Safelight's settings"
  end
  return nil
end

-- A picture that is not ours to replace gets another name.
local function keep_former(configuration, mark, id)
  local name = ("\nbefore=%d.jpg\n"):format(id)
  local file = ("%s/%d.jpg"):format(configuration.exports_dir, id)
  if not mark:find(name, 1, true) or not files.is_taken(file) then
    return
  end
  local aside = ("%s/%d from before Safelight"):format(configuration.exports_dir, id)
  os.rename(file, files.is_taken(aside .. ".jpg") and ("%s (%s).jpg"):format(aside, files.unguessable()) or aside .. ".jpg")
end

function render.export(image, configuration)
  local folder = configuration.exports_dir
  local place = { file = ("%s/%d.jpg"):format(folder, image.id), drafts = folder }
  if configuration.exports_id then
    local mark = files.read(folder .. mark_name)
    local problem = folder_problem(configuration, mark)
    if problem then
      return nil, problem, "stuck"
    end
    keep_former(configuration, mark, image.id)
    place.drafts, place.key = configuration.exports_drafts or folder, configuration.exports_id
  end
  image:drop_cache()
  return write(image, place, 0, 0, configuration.export_quality)
end

return render
