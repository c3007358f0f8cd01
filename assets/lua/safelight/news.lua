-- Says in darktable's window what Safelight changed, and takes its last change back when the panel's button asks for it. Messages, no
-- widgets: a message does not wait for the window, see [Note: The window while closing].
local darktable = require "darktable"
local files = require "safelight/files"

local news = {}

-- Seconds without a decision after which a series of them is reported; seconds after which it is reported in any case.
local calm, longest = 2, 10

local changed, first, last = 0, 0, 0
-- Where the answer of Safelight will be; nil: nothing was asked.
local answer

-- Pictures were changed, or a module of one.
function news.add(count)
  last = os.time()
  if changed == 0 then
    first = last
  end
  changed = changed + count
end

local function said(count)
  return count == 1 and "Safelight changed a picture" or ("Safelight changed %d pictures"):format(count)
end

-- Reports what is due. Only while darktable is not closing.
function news.tell()
  local now = os.time()
  if changed > 0 and (now - last >= calm or now - first >= longest or now < last) then
    darktable.print(said(changed))
    changed = 0
  end
  local text = answer and files.read(answer)
  if text then
    os.remove(answer)
    answer = nil
    darktable.print("Safelight: " .. text:gsub("%c", " "))
  end
end

-- Safelight takes back the newest change that stands. `folder` is the one of the decisions.
function news.take_back(folder)
  os.remove(folder .. "/undo-last.answer")
  local asked, reason = files.write(folder .. "/undo-last", "")
  if not asked then
    darktable.print("Safelight: " .. tostring(reason))
    return
  end
  answer = folder .. "/undo-last.answer"
end

return news
