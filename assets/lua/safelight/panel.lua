-- The panel in the lighttable: that the bridge is there, what holds it up, and a button to pause it. Nothing depends on it.
local darktable = require "darktable"

-- silent: darktable is being closed.
local panel = { silent = false }

local widgets, shown, registered = {}, {}, false

-- [Note: The window while closing] A call of the window waits for darktable's main loop. When darktable is being closed that loop is
-- gone, and such a call holds darktable up for ever, with the library locked and no window: seen with 4.2.1, and with 5.4.1 once in 48
-- times of closing it at work. `ending` turns true too late to tell. So nothing here changes with the work: the panel tells what the
-- user does, and what holds the bridge up; the rest is on Safelight's page.

local function build(toggle_pause)
  local label = darktable.new_widget("label") { label = "starting", halign = "start", ellipsize = "end" }
  local button = darktable.new_widget("button") { label = "pause", clicked_callback = toggle_pause }
  button.tooltip = "previews and exports wait while Safelight is paused; edits do not"
  widgets = { label = label, button = button }
  local box = darktable.new_widget("box") { orientation = "vertical", label, button }
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
  if not registered or panel.silent or darktable.control.ending then
    return
  end
  local texts = {
    label = state.reason or (state.paused and "paused" or "works for Safelight"),
    button = state.paused and "continue" or "pause",
  }
  for name, widget in pairs(widgets) do
    if texts[name] ~= shown[name] and not panel.silent and not darktable.control.ending then
      pcall(function() widget.label = texts[name] end)
      shown[name] = texts[name]
    end
  end
end

return panel
