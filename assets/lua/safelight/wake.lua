-- Wakes the plugin as soon as Safelight has written a job: Safelight writes a byte into a named pipe, which is read here.
local darktable = require "darktable"

local wake = {}

local on_windows = package.config:sub(1, 1) == "\\"
-- The wait after a byte without a job. If somebody else reads the pipe too, the byte stays, and this must not loop without a pause.
local pause_ms = 50

local wanted
-- By path: whether a loop is waiting there already.
local listening = {}

-- A pipe has no position. An ordinary file has one, and would always be ready to be read.
local function open(path)
  local pipe = not on_windows and io.open(path, "r+b")
  if pipe and pipe:seek("cur") then
    pipe:close()
    return nil
  end
  return pipe or nil
end

-- [Note: A pipe that is never read] Reading from an empty pipe would block all of darktable's Lua. So the pipe is emptied by closing it,
-- since nobody else has it open. It is opened again before `look` runs, so jobs written in between are seen.
local function listen(path, pipe, look)
  while pipe and path == wanted and not darktable.control.ending do
    -- Other scripts go on meanwhile.
    darktable.control.read(pipe)
    pipe:close()
    pipe = open(path)
    if path == wanted and not look() then
      darktable.control.sleep(pause_ms)
    end
  end
  if pipe then
    pipe:close()
  end
end

-- Calls `look` when Safelight has written a job; `look` returns whether it found one. Returns whether the pipe exists. A new path replaces
-- the one before; nil stops waiting.
function wake.follow(path, look)
  wanted = path
  if not path or listening[path] then
    return path ~= nil
  end
  local pipe = open(path)
  if not pipe then
    return false
  end
  listening[path] = true
  darktable.control.dispatch(function()
    local fine, problem = pcall(listen, path, pipe, look)
    listening[path] = nil
    if not fine then
      darktable.print_error("Safelight: " .. tostring(problem))
    end
  end)
  return true
end

return wake
