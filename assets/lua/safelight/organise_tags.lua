-- Tags by name. They are found right before use, since one may have been renamed or deleted meanwhile.
local darktable = require "darktable"

local tags = {}

function tags.create(name)
  return darktable.tags.find(name) or darktable.tags.create(name)
end

function tags.has(image, name)
  for _, tag in ipairs(darktable.tags.get_tags(image)) do
    if tag.name == name then
      return true
    end
  end
  return false
end

-- Gives an image the tags of an entry, and takes the others away.
function tags.set(entry, image)
  for _, name in ipairs(entry.tag_add) do
    darktable.tags.attach(tags.create(name), image)
  end
  for _, name in ipairs(entry.tag_remove) do
    local found = darktable.tags.find(name)
    if found then
      darktable.tags.detach(found, image)
      entry.touch = true
    end
  end
end

-- Only a tag that no image has: deleting another would take it from images that nobody asked about.
function tags.delete_unused(name)
  local found = darktable.tags.find(name)
  if found and #found == 0 then
    darktable.tags.delete(found)
  end
end

return tags
