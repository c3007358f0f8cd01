-- Reads and writes the small files of the protocol (docs/bridge-protocol.md). Nothing here throws: functions return nil and a reason.
local files = {}

local on_windows = package.config:sub(1, 1) == "\\"
-- For a file on a read-only disk. Anything else opens there as usual.
local erofs = 30

-- [Note: Ordinary files only] Opening a FIFO for reading waits until somebody opens its other end, and darktable waits too. Opened for
-- reading and writing it does not wait, and it has no end to seek to. Returns the file at its start and its size in bytes, or nil.
-- (A device has no size and is not read.)
function files.open(path)
  local file, _, code = io.open(path, on_windows and "rb" or "r+b")
  if not file and code == erofs then
    file = io.open(path, "rb")
  end
  local size = file and file:seek("end")
  if size and file:seek("set") then
    return file, size
  end
  if file then
    file:close()
  end
  return nil
end

function files.exists(path)
  local file = files.open(path)
  if file then
    file:close()
  end
  return file ~= nil
end

-- Returns the whole content, or nil.
function files.read(path)
  local file, size = files.open(path)
  if not file then
    return nil
  end
  local content = size == 0 and "" or file:read(size)
  file:close()
  return content
end

-- On a full disk, write or close returns the error.
local function put(path, mode, content)
  local file, reason = io.open(path, mode)
  if not file then
    return nil, reason
  end
  local written
  written, reason = file:write(content)
  local closed, late = file:close()
  if written and closed then
    return true
  end
  return nil, reason or late or "it cannot be written"
end

-- Windows does not rename over an existing file. Elsewhere a rename may fail because a folder is in the way, and os.remove would remove
-- an empty one.
function files.move(from, to)
  local moved, reason = os.rename(from, to)
  if moved or not on_windows or not files.exists(from) then
    return moved, reason
  end
  os.remove(to)
  return os.rename(from, to)
end

-- Whether anything has that name, even a file that cannot be opened.
function files.is_taken(path)
  return os.rename(path, path) ~= nil
end

-- Returns 32 hexadecimal digits from the system. Windows has no such file: there it is the address of a table, which differs between
-- runs of darktable.
local function random()
  local source = not on_windows and io.open("/dev/urandom", "rb")
  local bytes = source and source:setvbuf("no") and source:read(16)
  if source then
    source:close()
  end
  return bytes and bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end) or tostring({}):gsub("^.*0x", "")
end

local counted = 0

-- For names of drafts: others who may write to the folder must not be able to guess the next one. Only Safelight's user knows `key`.
function files.unguessable(key)
  counted = counted + 1
  return ("%s-%s-%x-%x"):format((key or "draft"):gsub("[^%w]", ""):sub(1, 32), random(), os.time(), counted)
end

-- The draft for new content. Lua cannot insist on a new file, so under a name that others can guess it would follow their link. (On
-- Windows links are rare, and the queue recovers the draft by its name.)
local function draft_of(path)
  if on_windows then
    return path .. ".tmp"
  end
  local draft
  repeat
    draft = path .. "." .. files.unguessable() .. ".tmp"
  until not files.is_taken(draft)
  return draft
end

-- Readers see either the old content or the new one.
function files.write(path, content)
  local draft = draft_of(path)
  local written, reason = put(draft, "wb", content)
  if written then
    written, reason = files.move(draft, path)
  end
  if not written then
    os.remove(draft)
  end
  return written, reason
end

-- In its place, as darktable writes sidecars: owner, permissions and links stay.
function files.overwrite(path, content)
  return put(path, "wb", content)
end

function files.append(path, content)
  -- Something has this name and is not an ordinary file.
  if not files.exists(path) and files.is_taken(path) then
    return nil, path .. " is not an ordinary file"
  end
  return put(path, "ab", content)
end

-- Windows has two separators.
function files.same_path(a, b)
  if on_windows then
    a, b = a:gsub("\\", "/"):lower(), b:gsub("\\", "/"):lower()
  end
  return a == b
end

-- Parses key=value lines into a table of strings.
function files.fields(content)
  local fields = {}
  for line in content:gmatch("[^\r\n]+") do
    local key, value = line:match("^([a-z_]+)=(.*)$")
    if key then
      fields[key] = value
    end
  end
  return fields
end

-- The reverse, for { { key, value }, … }. A line break in a value becomes a blank: it would start another line.
function files.lines(fields)
  local lines = {}
  for _, field in ipairs(fields) do
    lines[#lines + 1] = field[1] .. "=" .. tostring(field[2]):gsub("[%c]", " ") .. "\n"
  end
  return table.concat(lines)
end

return files
