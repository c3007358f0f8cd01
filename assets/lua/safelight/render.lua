-- Pictures: renders an image with its present history as a JPEG of a given size. Results are true, or nil, a reason,
-- and "stuck" when the folder is at fault and not the picture.
local darktable = require "darktable"
local files = require "safelight/files"

-- busy: darktable is rendering for us now. closing: nothing new may be started.
local render = { busy = false, closing = false }
-- The file being rendered.
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

-- Whether the picture that darktable is rendering for us is complete in its file.
function render.written()
  return rendering ~= nil and whole(rendering)
end

-- The image with that id, if its file exists.
function render.image(id)
  local found, image = pcall(darktable.database.get_image, math.tointeger(tonumber(id)))
  if not found or not image then
    return nil, "darktable has no image " .. id
  end
  local path = image.path .. "/" .. image.filename
  -- A photograph is only ever opened for reading.
  local photograph = io.open(path, "rb")
  if photograph then
    photograph:close()
  elseif not image.local_copy then
    return nil, "its file is missing: " .. path
  end
  return image
end

-- [Note: The export dialog] write_image takes the output profile, and the size where it is a factor, from what the photographer last
-- chose in darktable's export module, and Lua can read these settings, not write them (4.2.1, 5.0.1 and 5.4.1). Previews are sRGB and fit
-- their box, exports are sRGB and whole, so with another choice there somebody else renders. -1 is "image settings", 1 sRGB.
local dialog = "plugins/lighttable/export/"

-- Why pictures made here would not be what Safelight asks for; nil: they are.
function render.problem()
  local read = darktable.preferences.read
  local profile = read("darktable", dialog .. "icctype", "integer")
  if profile ~= -1 and profile ~= 1 then
    return "the profile in darktable's export module is not sRGB, and the plugin's pictures would get it, too. "
      .. "Choose sRGB or image settings there, or let darktable-cli render"
  end
  if read("darktable", dialog .. "resizing", "string") == "scaling" then
    return "the size in darktable's export module is a scale, and the plugin's pictures would be scaled, too. "
      .. "Choose pixels there, or let darktable-cli render"
  end
  return nil
end

-- [Note: Stars] When darktable has loaded a picture's file it restores what it knew about the image at the beginning:
-- stars given meanwhile are lost, in the library too (4.2.1: 35 of 40 that were set at that moment; 5.x have the same
-- code). So they are watched while darktable renders for us, and restored values are set again at once. Once for each
-- value: if it goes back after that, the photographer did it.
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

-- `target`: the final file of the picture, the folder in which it is written first, and the key for names there. width and
-- height: the box that it fits; 0 is full size.
local function write(image, target, width, height, quality)
  if render.closing or darktable.control.ending then
    return nil, "darktable is being closed", "closing"
  end
  local temporary = ("%s/%d.%s.bridge-tmp.jpg"):format(target.drafts, image.id, files.unguessable(target.key))
  local format = darktable.new_format("jpeg")
  format.quality = quality
  format.max_width = width
  format.max_height = height
  -- The return value differs between versions, so check the file.
  rendering = temporary
  local keep = watch(image)
  render.busy = true
  local fine, problem = pcall(format.write_image, format, image, temporary, false)
  pcall(keep)
  render.busy = false
  rendering = nil
  if fine and whole(temporary) then
    local moved, reason = files.move(temporary, target.file)
    if moved then
      return true
    end
    problem = reason
  end
  os.remove(temporary)
  local can, reason = writable(target.drafts, target.key)
  if not can then
    return nil, reason, "stuck"
  end
  return nil, problem and tostring(problem) or "darktable could not render it"
end

-- Every level. `between` runs before each but the first.
function render.refresh(image, configuration, between)
  -- darktable would otherwise use the history that it has cached.
  image:drop_cache()
  for index, level in ipairs(configuration.levels) do
    if index > 1 then
      between()
    end
    local folder = configuration.previews_dir .. "/" .. level.level
    local target = { file = ("%s/%d.jpg"):format(folder, image.id), drafts = folder }
    local written, reason, kind = write(image, target, level.width, level.height, configuration.preview_quality)
    if not written then
      return nil, reason, kind
    end
  end
  return true
end

-- [Note: Whose folder] Exports go to a folder that is Safelight's own, marked by a file in it; without the mark the
-- folder's disk is gone, or the folder is somebody's. The mark lists files that were there before the folder became
-- ours. A film roll holds photographs, whatever the mark says.
local mark_name = "/.safelight-exports"

-- Each film roll is a query to darktable: all are checked only when their number has changed.
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
    return "the export folder " .. folder .. " is missing. Connect its disk, or choose another folder in Safelight's settings"
  end
  if files.fields(mark).id ~= configuration.exports_id then
    return folder .. " may not be the same folder as before. Connect its disk, or choose the folder again in Safelight's settings"
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
  local target = { file = ("%s/%d.jpg"):format(folder, image.id), drafts = folder }
  if configuration.exports_id then
    local mark = files.read(folder .. mark_name)
    local problem = folder_problem(configuration, mark)
    if problem then
      return nil, problem, "stuck"
    end
    keep_former(configuration, mark, image.id)
    target.drafts, target.key = configuration.exports_drafts or folder, configuration.exports_id
  end
  image:drop_cache()
  return write(image, target, 0, 0, configuration.export_quality)
end

return render
