-- Small files, as the protocol wants them (docs/bridge-protocol.md). Nothing here throws: nil and a reason instead.
local files = {}

local on_windows = package.config:sub(1, 1) == "\\"
-- A file on a disk that is read-only; anything else opens there as it does elsewhere.
local erofs = 30

-- [Note: Ordinary files only] A FIFO in the place of a file holds whoever opens it until somebody comes to its other end, and darktable
-- with it. Opened for reading and writing it holds nobody, and it has no end to go to. The file from its start and its size in
-- bytes (a device has none, and is not read), or nil.
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

-- The whole content, or nil.
function files.read(path)
  local file, size = files.open(path)
  if not file then
    return nil
  end
  local content = size == 0 and "" or file:read(size)
  file:close()
  return content
end

-- A full disk shows in what write and close return.
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

-- Windows does not rename over a file that exists. (Elsewhere a rename fails for a better reason: a folder is in the way, and os.remove
-- removes an empty one.)
function files.move(from, to)
  local moved, reason = os.rename(from, to)
  if moved or not on_windows or not files.exists(from) then
    return moved, reason
  end
  os.remove(to)
  return os.rename(from, to)
end

-- Whether anything has that name, be it a file that may not be opened.
function files.is_taken(path)
  return os.rename(path, path) ~= nil
end

-- 32 hexadecimal digits from the system; on Windows, which has no such file, the address of a table: it differs from darktable to
-- darktable.
local function random()
  local source = not on_windows and io.open("/dev/urandom", "rb")
  local bytes = source and source:setvbuf("no") and source:read(16)
  if source then
    source:close()
  end
  return bytes and bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end) or tostring({}):gsub("^.*0x", "")
end

local counted = 0

-- For names of drafts: where others may put files, too, they must not know the next one. `key` is known to Safelight's user alone.
function files.unguessable(key)
  counted = counted + 1
  return ("%s-%s-%x-%x"):format((key or "draft"):gsub("[^%w]", ""):sub(1, 32), random(), os.time(), counted)
end

-- Where the new content of a file is written to. Lua cannot ask for a file that is new: opened under a name that somebody knew before,
-- a link would be followed. (On Windows links are rare, and the queue goes on from the draft by its name.)
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

-- A reader sees the old content or the new one.
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

function files.append(path, content)
  -- Something is there, for it can be renamed to what it is called, and it is no file.
  if not files.exists(path) and files.is_taken(path) then
    return nil, path .. " is not an ordinary file"
  end
  return put(path, "ab", content)
end

-- key=value lines as a table of texts.
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

-- The other way, for { { key, value }, … }. A line break inside a value would be another line.
function files.lines(fields)
  local lines = {}
  for _, field in ipairs(fields) do
    lines[#lines + 1] = field[1] .. "=" .. tostring(field[2]):gsub("[%c]", " ") .. "\n"
  end
  return table.concat(lines)
end

return files
