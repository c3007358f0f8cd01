-- The panel in the lighttable: what the bridge does, and a button to pause it. Nothing depends on it.
local darktable = require "darktable"

local panel = {}

local words = {
  idle = "waiting for jobs",
  working = "working",
  paused = "paused",
  stopped = "stopped",
}

local label, counts, button, registered, shown

local function build(toggle_pause)
  label = darktable.new_widget("label") { label = "starting", halign = "start", ellipsize = "end" }
  counts = darktable.new_widget("label") { label = "", halign = "start" }
  button = darktable.new_widget("button") { label = "pause", clicked_callback = toggle_pause }
  button.tooltip = "previews and exports wait while Safelight is paused; edits do not"
  local box = darktable.new_widget("box") { orientation = "vertical", label, counts, button }
  local lighttable = darktable.gui.views.lighttable
  local place = { [lighttable] = { "DT_UI_CONTAINER_PANEL_LEFT_BOTTOM", 90 } }
  darktable.register_lib("safelight", "Safelight", true, false, place, box, nil, nil)
  registered = true
end

-- A lib can be registered in the lighttable only.
function panel.open(toggle_pause)
  if registered then
    pcall(function() darktable.gui.libs["safelight"].visible = true end)
    return
  end
  local function try()
    if not registered and darktable.gui.current_view().id == "lighttable" then
      build(toggle_pause)
    end
  end
  pcall(try)
  if not registered then
    pcall(darktable.register_event, "safelight-panel", "view-changed", function() pcall(try) end)
  end
end

function panel.close()
  pcall(function() darktable.gui.libs["safelight"].visible = false end)
end

function panel.show(state)
  if not registered then
    return
  end
  local text = state.reason or (state.job and "working on " .. state.job) or words[state.name] or state.name
  local numbers = ("%d done, %d failed, %d edits"):format(state.done, state.failed, state.edits)
  local look = text .. "\n" .. numbers .. "\n" .. tostring(state.paused)
  if look == shown then
    return
  end
  shown = look
  pcall(function()
    label.label = text
    label.tooltip = text
    counts.label = numbers
    button.label = state.paused and "continue" or "pause"
  end)
end

return panel
