-- What is more than a decision about images: tags and styles themselves, versions, groups, whole histories, and what is in the library. A
-- job lists changes of styles, tags to create, what to do with which image, and tags to delete when no image has them any more.
local darktable = require "darktable"
local entries = require "safelight/organise_entries"
local fields = require "safelight/organise_fields"
local files = require "safelight/files"
local history_edits = require "safelight/history_edits"
local image_job = require "safelight/image_job"
local style_changes = require "safelight/style_changes"
local tags = require "safelight/organise_tags"

local operations = {}

-- The pauses after an image for darktable's window, in milliseconds.
local pauses = {
  tags = 100, duplicate = 100, join = 20, leave = 20, lead = 20, remove = 10, style = 20, discard = 20, history = 50,
}

local function image_at(number, file)
  local image = number and darktable.database.get_image(number)
  if image and file and files.same_path(file, image.path .. "/" .. image.filename) then
    return image
  end
  return nil
end

local does = { style = history_edits.style, discard = history_edits.discard, history = history_edits.history }

function does.tags(entry, image)
  for _, name in ipairs(entry.tag_had) do
    if not tags.has(image, name) then
      return entries.answer(entry, "changed", "its tags were changed meanwhile")
    end
  end
  tags.set(entry, image)
end

-- 4.2 cannot copy the history from Lua. Safelight says whether there is one.
function does.duplicate(entry, image)
  local known, with_history = pcall(function() return image.duplicate_with_history end)
  local made
  if known and with_history then
    made = with_history(image)
  elseif entry.set.has_history == false then
    made = image:duplicate()
  else
    return entries.answer(entry, "refused", "this version of darktable lets no plugin copy the edits of a picture")
  end
  entry.made = made and made.id
end

function does.join(entry, image)
  local leader = image_at(entry.set.leader, entry.set.leader_file)
  if not leader then
    entries.answer(entry, "changed", "the image that leads the group was removed meanwhile")
  elseif leader.group_leader.id ~= leader.id then
    entries.answer(entry, "changed", "the group was changed meanwhile")
  elseif image.group_leader.id ~= leader.id then
    image:group_with(leader)
  end
end

function does.leave(entry, image)
  if #image:get_group_members() > 1 then
    image:group_with()
    -- darktable writes no sidecar then.
    entry.touch = true
  end
end

function does.lead(_, image)
  if image.group_leader.id ~= image.id then
    image:make_group_leader()
  end
end

-- The darkroom would go on to show what is gone.
function does.remove(entry, image)
  if darktable.gui.current_view().id == "darkroom" then
    return entries.answer(entry, "refused", "the darkroom is open: go back to the lighttable")
  end
  image:delete()
end

local function create_tags(job)
  for _, name in ipairs(fields.names_in(job.content, "create_tag")) do
    tags.create(name)
  end
end

local function do_images(job)
  image_job.each(job, function(entry) return pauses[entry.set.operation] or 0 end, function(entry, image)
    local operation = does[entry.set.operation]
    if not operation then
      return entries.answer(entry, "bad_job", "it does not say what to do")
    end
    operation(entry, image)
  end)
end

local function delete_tags(job)
  for _, name in ipairs(fields.names_in(job.content, "delete_tag")) do
    tags.delete_unused(name)
  end
end

function operations.work(folder, uuid, between)
  local base = folder .. "/" .. uuid
  local function take_style()
    history_edits.begin(base)
  end
  local function change_styles(job)
    style_changes.work(job, base)
  end
  local done = image_job.work(folder, uuid, between, { change_styles, create_tags, take_style, do_images, delete_tags })
  -- Nobody waits for this.
  pcall(history_edits.finish)
  return done
end

return operations
