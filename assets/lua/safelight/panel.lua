-- The panel in the lighttable: shows that the plugin is there and what stops it. One button pauses it, another one takes Safelight's last
-- change back. Nothing depends on the panel.
local darktable = require "darktable"

-- silent: darktable is closing.
local panel = { silent = false }

local widgets, shown, registered = {}, {}, false

-- [Note: The window while closing] A call to the window waits for darktable's main loop. When darktable is closing,
-- that loop is gone, and such a call blocks darktable for ever, with the library locked and no window: seen with 4.2.1,
-- and with 5.4.1 once in 48 times of closing it at work. `ending` becomes true too late to tell. So nothing here
-- changes with the work: the panel shows what the user does, and what stops the bridge; the rest is on Safelight's
-- page.

local function build(actions)
  local label = darktable.new_widget("label") { label = "starting", halign = "start", ellipsize = "end" }
  local button = darktable.new_widget("button") { label = "pause", clicked_callback = actions.toggle_pause }
  button.tooltip = "previews and exports wait while Safelight is paused; edits do not"
  local undo = darktable.new_widget("button") { label = "undo last change", clicked_callback = actions.take_back }
  undo.tooltip = "takes back the last change that was made through Safelight; what was changed again since stays"
  widgets = { label = label, button = button, undo = undo }
  local box = darktable.new_widget("box") { orientation = "vertical", label, button, undo }
  local lighttable = darktable.gui.views.lighttable
  local position = { [lighttable] = { "DT_UI_CONTAINER_PANEL_LEFT_BOTTOM", 90 } }
  darktable.register_lib("safelight", "Safelight", true, false, position, box, nil, nil)
  registered = true
end

-- A lib can only be registered in the lighttable.
function panel.open(actions)
  if registered then
    pcall(function() darktable.gui.libs["safelight"].visible = true end)
    return
  end
  local function try()
    if not registered and darktable.gui.current_view().id == "lighttable" then
      build(actions)
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
    label = state.reason or (state.paused and "paused" or "ready for Safelight"),
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
