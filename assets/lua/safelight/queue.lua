-- A queue file and the jobs taken from it. All state is in the files, so that darktable may end at any moment.
local files = require "safelight/files"

local queue = {}
queue.__index = queue

-- `valid` returns the job of a line, or nil for an invalid line.
function queue.open(file, valid)
  local self = setmetatable({ file = file, valid = valid }, queue)
  self.working, self.taken, self.failed = file .. ".working", file .. ".taken", file .. ".failed"
  return self
end

-- A decimal image id.
function queue.id(line)
  local digits = line:match("^0*(%d+)$")
  return digits and #digits <= 10 and digits or nil
end

function queue.uuid(line)
  return #line == 36 and line:match("^[0-9a-f-]+$") or nil
end

-- The latest request comes first.
local function merge(self)
  local newest = files.read(self.taken)
  if newest == nil then
    return true
  end
  local rest = files.read(self.working) or ""
  local written, reason = files.write(self.working, newest .. "\n" .. rest)
  if written then
    os.remove(self.taken)
  end
  return written, reason
end

local function take(self)
  -- Windows: darktable ended between removing the old list and renaming the new one.
  if not files.exists(self.working) and files.exists(self.working .. ".tmp") then
    os.rename(self.working .. ".tmp", self.working)
  end
  local merged, reason = merge(self)
  if not merged then
    return nil, reason
  end
  if not files.exists(self.file) then
    return true
  end
  local target = files.exists(self.working) and self.taken or self.working
  -- Somebody else may have taken it since: then there is nothing to take.
  os.rename(self.file, target)
  return merge(self)
end

local function trimmed(line)
  return line:match("^%s*(.-)%s*$")
end

-- The next job, or nil when there is none; nil and a reason when the files cannot be read. `keep`: take no new jobs.
function queue:next(keep)
  if not keep then
    local taken, reason = take(self)
    if not taken then
      return nil, reason
    end
  end
  local content = files.read(self.working)
  if content == nil then
    return nil
  end
  for line in content:gmatch("[^\n]+") do
    line = trimmed(line)
    local job = self.valid(line)
    if job then
      return job
    end
    if line ~= "" then
      local noted, reason = self:fail(line, "this is not an image id")
      if noted then
        noted, reason = self:drop(line)
      end
      if not noted then
        return nil, reason
      end
    end
  end
  -- Only empty lines are left, and nobody has appended since. (The appenders check where their line went.)
  if (files.read(self.working) or ""):match("^%s*$") then
    os.remove(self.working)
  end
  return nil
end

-- Removes a job, including repeats.
function queue:drop(job)
  local content = files.read(self.working)
  if content == nil then
    return true
  end
  local rest = {}
  for line in content:gmatch("[^\n]+") do
    line = trimmed(line)
    if line ~= "" and line ~= job and self.valid(line) ~= job then
      rest[#rest + 1] = line
    end
  end
  if #rest == 0 then
    return os.remove(self.working)
  end
  return files.write(self.working, table.concat(rest, "\n") .. "\n")
end

function queue:fail(job, reason)
  local shown = job:gsub("[%c]", " "):sub(1, 100)
  return files.append(self.failed, shown .. "\t" .. tostring(reason):gsub("[%c]", " ") .. "\n")
end

-- Whether anything is waiting or in progress.
function queue:waits()
  return files.exists(self.file) or files.exists(self.working) or files.exists(self.taken)
end

return queue
