-- Stars, rejects and labels: for several images with darktable's own action, else one assignment after the other.
local darktable = require "darktable"
local entries = require "safelight/organise_entries"
local fields = require "safelight/organise_fields"

local marks = {}

-- The pause for darktable's window between two images that are written one by one.
local pause_ms = 100
-- How often and how long to wait for the pointer to leave; how long to wait until a decision shows.
local tries, try_ms = 30, 100
local shown_tries, shown_ms = 100, 20

local words = { [0] = "zero", "one", "two", "three", "four", "five" }

local function are_same(some, images)
  local ids = {}
  for _, image in ipairs(images) do
    ids[image.id] = true
  end
  for _, image in ipairs(some) do
    if not ids[image.id] then
      return false
    end
  end
  return #some == #images
end

-- [Note: The action of darktable] It does what a key does, for all selected images, in one step that Ctrl+Z takes back, and it keeps the
-- stars of a reject. But it acts on the image under the pointer if that is not selected, and selecting may add the others of a group. So
-- both lists are checked first: they must be exactly these images. (Images that darktable does not show are missing from them.) Returns
-- whether it was done.
local function act(images, action, element, effect)
  if darktable.gui.current_view().id ~= "lighttable" then
    return false
  end
  local former = darktable.gui.selection(images)
  local fine, done = pcall(function()
    if not are_same(darktable.gui.selection(), images) or not are_same(darktable.gui.action_images, images) then
      return false
    end
    darktable.gui.action("views/thumbtable/" .. action, 0, element, effect, 1.0)
    return true
  end)
  darktable.gui.selection(former)
  return fine and done
end

-- Waits until no image of the entries satisfies `is_left`. Returns those that still do.
local function until_shown(list, is_left)
  for _ = 1, shown_tries do
    local left = entries.left_of(list, is_left)
    if #left == 0 then
      return left
    end
    darktable.control.sleep(shown_ms)
  end
  return entries.left_of(list, is_left)
end

-- Uses the action for several images, and assignments for one and for those that the action left out.
local function set_all(job, list, is_left, action, assign, is_ours)
  local left, images = entries.left_of(list, is_left)
  if #left > 1 and act(images, table.unpack(action)) then
    left = until_shown(left, is_left)
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

-- An assignment would lose the stars: taking the reject back would leave 6. So a reject waits until the action can be used, and is refused
-- otherwise.
local function reject(job, list)
  local function is_left(image)
    return image.rating ~= -1
  end
  local left, images = entries.left_of(list, is_left)
  local tried = 0
  while #left > 0 and tried < tries do
    if act(images, "rating", "reject", "activate") then
      -- Only once: on rejected images it would take the reject back.
      left = until_shown(left, is_left)
      break
    end
    tried = tried + 1
    if darktable.gui.current_view().id ~= "lighttable" or not job.go_on(try_ms) then
      break
    end
    left, images = entries.left_of(left, is_left)
  end
  for _, entry in ipairs(left) do
    entries.answer(entry, "refused", darktable.gui.current_view().id == "lighttable"
      and "darktable has to show this picture: take the pointer off its pictures, show the film roll, expand the group"
      or "darktable keeps the stars of a rejected picture in the lighttable only: go back to it")
  end
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
