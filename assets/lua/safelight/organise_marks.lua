-- Stars, rejects and labels: for several images with darktable's own action, else one assignment after the other.
local darktable = require "darktable"
local entries = require "safelight/organise_entries"
local fields = require "safelight/organise_fields"

local marks = {}

-- The pause for darktable's window between two images that are written one by one.
local pause_ms = 100
-- How often and how long to wait until a decision shows.
local shown_tries, shown_ms = 100, 20

local words = { [0] = "zero", "one", "two", "three", "four", "five" }

local function view()
  return darktable.gui.current_view().id
end

-- A set.
local function ids_of(images)
  local ids = {}
  for _, image in ipairs(images) do
    ids[image.id] = true
  end
  return ids
end

-- The pointer rests on an image that is none of these: darktable's actions are for that one.
local function is_pointer_elsewhere(images)
  local hovered = darktable.gui.hovered
  return hovered ~= nil and not ids_of(images)[hovered.id]
end

-- Whether all of the list are among these ids.
local function are_among(ids, list)
  for _, image in ipairs(list) do
    if not ids[image.id] then
      return false
    end
  end
  return true
end

-- An image that darktable shows and that has none of these ids.
local function shown_other(ids)
  for position = 1, math.min(#darktable.collection, 3) do
    local image = darktable.collection[position]
    if not ids[image.id] then
      return image
    end
  end
  return nil
end

-- Whether actions are for what is selected, and not for an image that is shown alone: another selected image then is in their list.
local function is_for_selection(images, ids)
  local other = shown_other(ids)
  if not other then
    return false
  end
  local more = { other, table.unpack(images) }
  darktable.gui.selection(more)
  local listed = darktable.gui.action_images
  darktable.gui.selection(images)
  return ids_of(listed)[other.id] and are_among(ids_of(more), listed)
end

-- [Note: The action of darktable] It does what a key does, for all selected images, in one step that Ctrl+Z takes back, and it keeps the
-- stars of a reject. But it acts on the image under the pointer if that is not selected, and on the one that is shown alone, as in the
-- darkroom. `action_images` lists those that it acts on and that darktable shows: nobody else may be in it. Selected images that darktable
-- does not show (of another collection, in a collapsed group) are not listed, and are acted on all the same (measured with 4.2.1, 5.0.1,
-- 5.4.1). Returns the ids that it acted on; none: it was not used.
local function act(images, action, element, effect)
  local ids = ids_of(images)
  local function press()
    darktable.gui.action("views/thumbtable/" .. action, 0, element, effect, 1.0)
  end
  if view() == "darkroom" then
    local listed = darktable.gui.action_images
    if #listed == 0 or not are_among(ids, listed) then
      return {}
    end
    press()
    return ids_of(listed)
  elseif view() ~= "lighttable" or is_pointer_elsewhere(images) then
    return {}
  end
  local former = darktable.gui.selection(images)
  local fine, acted = pcall(function()
    local listed = darktable.gui.action_images
    if not are_among(ids, listed) then
      return {}
    elseif #listed < #images and not is_for_selection(images, ids) then
      if #listed == 0 then
        return {}
      end
      darktable.gui.selection(listed)
      ids = ids_of(listed)
    end
    press()
    return ids
  end)
  darktable.gui.selection(former)
  return fine and acted or {}
end

-- Uses the action and waits until it shows. Returns the entries, and their images, that still satisfy `is_left`, and the ids that it
-- acted on.
local function act_on(list, is_left, action)
  local left, images = entries.left_of(list, is_left)
  local acted = #left > 0 and act(images, table.unpack(action)) or {}
  for _ = 1, shown_tries do
    left, images = entries.left_of(left, is_left)
    local is_awaited = false
    for id in pairs(ids_of(images)) do
      is_awaited = is_awaited or acted[id]
    end
    if not is_awaited then
      break
    end
    darktable.control.sleep(shown_ms)
  end
  return left, images, acted
end

-- Uses the action for several images, and assignments for one and for those that the action left out.
local function set_all(job, list, is_left, action, assign, is_ours)
  local left = entries.left_of(list, is_left)
  if #left > 1 then
    left = act_on(left, is_left, action)
  end
  for position, entry in ipairs(left) do
    if position > 1 and not job.go_on(pause_ms) then
      return
    end
    entries.try(entry, function(image)
      -- Somebody else set it after the action: leave it alone.
      entries.answer_if_changed(entry, image, is_ours)
      if not entry.code then
        assign(image, entry)
      end
    end)
  end
end

local function is_rating(field)
  return field == "stars" or field == "rejected"
end

local function rate(job, list, number)
  local function is_left(image)
    return image.rating ~= number
  end
  set_all(job, list, is_left, { "rating", words[number], "select" }, function(image)
    image.rating = number
  end, is_rating)
end

-- What darktable shows: another list may show images that wait for that.
local function collection()
  local texts = { tostring(#darktable.collection) }
  for _, rule in ipairs(darktable.gui.libs.collect.filter()) do
    texts[#texts + 1] = tostring(rule.mode) .. " " .. tostring(rule.item) .. " " .. tostring(rule.data)
  end
  return table.concat(texts, "\n")
end

-- Rejects wait since a job: until this time, or until this is not the collection any more; nil: none does.
local waiting
-- Seconds until one is tried again although nothing was seen to be in the way: a busy window may not show yet what its collection has.
-- Each time twice as long, because a try selects images for a moment.
local first_again_s, most_again_s = 5, 60
local again_s = first_again_s

-- An assignment would lose the stars: taking the reject back would leave 6. So a reject that the action cannot make now is answered with
-- `waits` and what for, once the rest of its image is done.
local function reject(_, list)
  if #list == 0 then
    return
  end
  waiting = nil
  local left, images, acted = list
  repeat
    local before = #left
    left, images, acted = act_on(left, function(image) return image.rating ~= -1 end, { "rating", "reject", "activate" })
    if #left == 0 then
      return
    end
  until #left == before
  local obstacle = view() ~= "lighttable" and "lighttable" or is_pointer_elsewhere(images) and "pointer" or "collection"
  if next(acted) or (obstacle == "collection" and #darktable.collection > 0) then
    waiting = { from = os.time() + again_s, collection = collection() }
    again_s = math.min(2 * again_s, most_again_s)
  else
    waiting = { from = obstacle == "collection" and math.huge or 0, collection = collection() }
  end
  for _, entry in ipairs(left) do
    entry.waits = obstacle
  end
end

-- Whether a reject that waited might be made by now: asked in each turn, and answered once.
function marks.may_reject()
  if not waiting or view() ~= "lighttable" or darktable.gui.hovered then
    return false
  end
  local is_other = waiting.collection ~= collection()
  local left = waiting.from - os.time()
  if is_other then
    again_s = first_again_s
  -- The clock may be set back.
  elseif left > 0 and (left <= most_again_s or left == math.huge) then
    return false
  end
  waiting = nil
  return true
end

function marks.set_stars(job)
  local by_stars, rejects = {}, {}
  for _, entry in ipairs(job.entries) do
    entries.try(entry, function(image)
      entries.answer_if_changed(entry, image, function() return true end)
      if entry.code then
        return
      end
      local set, is_rejected = entry.set, image.rating == -1
      local wanted = set.stars
      -- Stars take a reject back.
      if is_rejected and set.rejected == false then
        wanted = wanted or set.kept_stars
      elseif is_rejected and wanted then
        entries.answer(entry, "refused", "it is rejected: its stars can be changed once the reject is taken back")
      end
      if wanted then
        by_stars[wanted] = by_stars[wanted] or {}
        table.insert(by_stars[wanted], entry)
      end
      if set.rejected then
        rejects[#rejects + 1] = entry
      end
    end)
  end
  for number = 0, 5 do
    rate(job, by_stars[number] or {}, number)
  end
  reject(job, rejects)
end

function marks.set_labels(job)
  for _, color in ipairs(fields.colors) do
    for _, wanted in ipairs({ true, false }) do
      local list = {}
      for _, entry in ipairs(job.entries) do
        if entry.set["label_" .. color] == wanted then
          list[#list + 1] = entry
        end
      end
      local function is_left(image)
        return image[color] ~= wanted
      end
      set_all(job, list, is_left, { "color label", color, "toggle" }, function(image, entry)
        image[color] = wanted
        -- The action writes the sidecar, an assignment does not.
        entry.touch = true
      end, function(field) return field == "label_" .. color end)
    end
  end
end

return marks
