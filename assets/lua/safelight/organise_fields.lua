-- The fields of decisions: their names, and how their values in a job are read.
local fields = {
  colors = { "red", "yellow", "green", "blue", "purple" },
  texts = { "creator", "publisher", "title", "description", "rights", "notes" },
  -- darktable's names, by ours.
  place = { latitude = "latitude", longitude = "longitude", altitude = "elevation" },
  is_text = {},
}

-- [Note: Types] Assigning a wrong type raises an error while darktable has the image locked for writing, and all scripts hang for good. So
-- every assigned value comes from one of these readers; nil means that the text of the job is not valid.
local function switch(value)
  if value == "1" then
    return true
  elseif value == "0" then
    return false
  end
  return nil
end

local function stars(value)
  local number = value:match("^[0-5]$") and math.tointeger(tonumber(value))
  return number and math.type(number) == "integer" and number or nil
end

local function text(value)
  local decoded = value:gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end)
  return utf8.len(decoded) and not decoded:find("\0", 1, true) and decoded or nil
end

local function tag(value)
  local name = text(value)
  return name and name:find("%S") and not name:find("%c") and name or nil
end

-- darktable's value for "none" is NaN.
local function number_up_to(limit)
  return function(value)
    if value == "none" then
      return 0 / 0
    end
    local number = value:match("^[%d%.eE+-]+$") and tonumber(value)
    return number and number >= -limit and number <= limit and number + 0.0 or nil
  end
end

local function image_id(value)
  return value:match("^%d+$") and #value <= 10 and math.tointeger(tonumber(value)) or nil
end

local known_operations = {
  tags = true, duplicate = true, join = true, leave = true, lead = true, remove = true, style = true, discard = true,
  history = true,
}

local function operation(value)
  return known_operations[value] and value or nil
end

local readers = {
  stars = stars, kept_stars = stars, rejected = switch, tag_add = tag, tag_remove = tag, tag_had = tag,
  operation = operation, leader = image_id, leader_file = text, has_history = switch,
  style = text,
  latitude = number_up_to(90), longitude = number_up_to(180), altitude = number_up_to(1000000),
}
for _, color in ipairs(fields.colors) do
  readers["label_" .. color] = switch
end
for _, name in ipairs(fields.texts) do
  readers[name], fields.is_text[name] = text, true
end

-- Those that an image may have several of.
local is_list = { tag_add = true, tag_remove = true, tag_had = true }

-- The fields that can be checked before they are set.
local checked = {}
for key, read in pairs(readers) do
  if key ~= "kept_stars" and not is_list[key] then
    checked["was_" .. key] = read
  end
end

-- The images of a job, in order. One with an invalid field or value is not touched.
function fields.entries_in(content)
  local entries, entry = {}, nil
  for line in content:gmatch("[^\n]+") do
    local key, value = line:match("^([a-z_]+)=(.*)$")
    if key == "image" then
      entry = { id = value, set = {}, was = {}, tag_add = {}, tag_remove = {}, tag_had = {} }
      entry.number = image_id(value)
      entries[#entries + 1] = entry
    elseif entry and key == "file" then
      entry.file = text(value)
    elseif entry then
      local read = nil
      local reader = key and (readers[key] or checked[key])
      if reader then
        read = reader(value)
      end
      if read == nil then
        entry.bad = entry.bad or key or line
      elseif checked[key] then
        entry.was[key:sub(#"was_" + 1)] = read
      elseif is_list[key] then
        table.insert(entry[key], read)
      else
        entry.set[key] = read
      end
    end
  end
  for _, each in ipairs(entries) do
    -- Lua cannot read the stars behind a reject, so a job that takes it back must name them.
    if each.set.rejected == false and not (each.set.stars or each.set.kept_stars) then
      each.bad = each.bad or "rejected"
    end
  end
  return entries
end

-- The names of tags that belong to no image, in order. Raises an error for one that is none.
function fields.names_in(content, wanted)
  local names = {}
  for line in content:gmatch("[^\n]+") do
    local key, value = line:match("^([a-z_]+)=(.*)$")
    if key == wanted then
      names[#names + 1] = tag(value) or error("this is not the name of a tag: " .. value, 0)
    end
  end
  return names
end

-- Changes of styles, in order: `style_import` or `style_delete` with a full name, then `style_items`, the number of its modules. The files
-- of the former are numbered from 1. Raises an error for what is none.
function fields.style_steps_in(content)
  local steps, imported = {}, 0
  for line in content:gmatch("[^\n]+") do
    local key, value = line:match("^([a-z_]+)=(.*)$")
    if key == "style_import" or key == "style_delete" then
      imported = imported + (key == "style_import" and 1 or 0)
      steps[#steps + 1] = { name = text(value), file = key == "style_import" and imported or nil }
    elseif key == "style_items" and #steps > 0 then
      steps[#steps].items = image_id(value)
    end
  end
  for _, step in ipairs(steps) do
    if not step.name or step.name == "" or not step.items then
      error("this is no change of a style", 0)
    end
  end
  return steps
end

return fields
