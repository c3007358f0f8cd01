-- Small files, as the protocol wants them (docs/bridge-protocol.md). Nothing here throws: nil and a reason instead.
local files = {}

function files.exists(path)
  local file = io.open(path, "rb")
  if file then
    file:close()
  end
  return file ~= nil
end

-- The whole content, or nil.
function files.read(path)
  local file = io.open(path, "rb")
  if not file then
    return nil
  end
  -- nil for a folder, which opens on Linux.
  local content = file:read("a")
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

-- Windows does not rename over a file that exists.
function files.move(from, to)
  local moved, reason = os.rename(from, to)
  if moved or not files.exists(from) then
    return moved, reason
  end
  os.remove(to)
  return os.rename(from, to)
end

-- A reader sees the old content or the new one.
function files.write(path, content)
  local temporary = path .. ".tmp"
  local written, reason = put(temporary, "wb", content)
  if not written then
    os.remove(temporary)
    return nil, reason
  end
  return files.move(temporary, path)
end

function files.append(path, content)
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
