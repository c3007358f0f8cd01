-- Jobs of many images with a file each: taken, answered image by image, and stopped when Safelight removes the claimed file.
local darktable = require "darktable"
local entries = require "safelight/organise_entries"
local fields = require "safelight/organise_fields"
local files = require "safelight/files"
local render = require "safelight/render"

local image_job = {}

local function write_answer(base, list, code, reason)
  local answer = {
    { "ok", code and 0 or 1 }, { "code", code or "" }, { "reason", reason or "" }, { "time", os.time() },
  }
  for _, entry in ipairs(list) do
    answer[#answer + 1] = { "image", entry.id }
    answer[#answer + 1] = { "code", entry.code }
    answer[#answer + 1] = { "reason", entry.reason or "" }
    if entry.made then
      answer[#answer + 1] = { "made", entry.made }
    end
  end
  files.write(base .. ".result", files.lines(answer))
  os.remove(base .. ".claimed")
  os.remove(base .. ".progress")
end

-- Removing `.claimed` cancels the rest. `between` runs between two images.
local function job_of(base, content, between)
  local list = fields.entries_in(content)
  local job = { content = content, entries = list, through = 0 }
  local told = os.time()
  function job.go_on(ms)
    if ms > 0 then
      darktable.control.sleep(ms)
      between()
    end
    if os.time() ~= told then
      told = os.time()
      files.write(base .. ".progress", files.lines({ { "done", job.through }, { "of", #list } }))
    end
    job.stopped = job.stopped or render.closing or darktable.control.ending or not files.exists(base .. ".claimed")
    return not job.stopped
  end
  return job
end

-- Does one job with these steps, one after the other, and writes the answer. Returns how many images now are as wanted. A step that raises
-- an error ends the job, which is answered with `job.code` if the step has set that, else with `refused`.
function image_job.work(folder, uuid, between, steps)
  local base = folder .. "/" .. uuid
  if not os.rename(base .. ".job", base .. ".claimed") then
    -- Withdrawn, or begun by a darktable that ended during it.
    if files.exists(base .. ".claimed") then
      write_answer(base, {}, "interrupted", "darktable ended during the changes")
    end
    return 0
  end
  local content = files.read(base .. ".claimed") or ""
  local head = files.fields(content)
  if head.protocol ~= "1" then
    write_answer(base, {}, "bad_job", "the job is incomplete")
    return 0
  end
  if os.time() > (tonumber(head.expires) or 0) then
    write_answer(base, {}, "expired", "darktable was busy for too long")
    return 0
  end
  local job = job_of(base, content, between)
  local fine, problem = true, nil
  for _, step in ipairs(steps) do
    if fine and job.go_on(0) then
      fine, problem = pcall(step, job)
    end
  end
  local done = 0
  for _, entry in ipairs(job.entries) do
    entries.answer(entry, fine and "cancelled" or "refused", fine and "it was stopped before" or tostring(problem))
    done = done + (entry.code == "done" and 1 or 0)
  end
  if fine then
    write_answer(base, job.entries)
  else
    write_answer(base, job.entries, job.code or "refused", tostring(problem))
  end
  return done
end

-- Changes one image after the other: `change` gets the entry and the image, `pause_after` the entry and its position.
-- Setting the ISO value to itself makes darktable write the sidecar. It does not do that after labels, detached tags
-- and leaving a group, which set `touch`. `waits`: what a part of it waits for, when all else is done.
function image_job.each(job, pause_after, change)
  local pause = 0
  for position, entry in ipairs(job.entries) do
    if not job.go_on(pause) then
      return
    end
    pause = pause_after(entry, position)
    entries.try(entry, function(image)
      change(entry, image)
      if entry.touch and not entry.code then
        image.exif_iso = image.exif_iso
      end
    end)
    entries.answer(entry, entry.waits and "waits" or "done", entry.waits)
    job.through = position
  end
end

return image_job
