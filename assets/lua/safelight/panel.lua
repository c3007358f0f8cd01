-- The panel in the lighttable: what the bridge does, and a button to pause it. Nothing depends on it.
local darktable = require "darktable"

-- silent: darktable is being closed.
local panel = { silent = false }

local words = {
  idle = "waiting for jobs",
  working = "working",
  paused = "paused",
  stopped = "stopped",
}

-- Seconds between two updates of numbers alone.
local counts_every = 5

local widgets, shown, last_shown, registered = {}, {}, 0, false

-- [Note: The window while closing] A call of the window waits for darktable's main loop. When darktable is being closed that loop is
-- gone, and with 4.2 (API 9.0) such a call would hold darktable up for ever; `ending` may turn true in its very middle. So there the
-- panel tells only what the user does in it, and the rest is on Safelight's page; later ones are told as little as possible.
local api = darktable.configuration
local live = api.api_version_major > 9 or api.api_version_minor > 0

local function build(toggle_pause)
  local label = darktable.new_widget("label") { label = "starting", halign = "start", ellipsize = "end" }
  local counts = darktable.new_widget("label") { label = "", halign = "start" }
  local button = darktable.new_widget("button") { label = "pause", clicked_callback = toggle_pause }
  button.tooltip = "previews and exports wait while Safelight is paused; edits do not"
  widgets = { label = label, counts = counts, button = button }
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
  if not registered or panel.silent or darktable.control.ending then
    return
  end
  local texts = {
    label = state.reason or words[state.name] or state.name,
    counts = ("%d done, %d failed, %d edits"):format(state.done, state.failed, state.edits),
    button = state.paused and "continue" or "pause",
  }
  if not live then
    texts = { label = state.paused and words.paused or "works for Safelight", button = texts.button }
  end
  local now = os.time()
  if texts.label == shown.label and texts.button == shown.button and now - last_shown < counts_every then
    return
  end
  for name, widget in pairs(widgets) do
    if texts[name] and texts[name] ~= shown[name] and not panel.silent and not darktable.control.ending then
      pcall(function() widget.label = texts[name] end)
      shown[name], last_shown = texts[name], now
    end
  end
end

return panel
