--[[
  Safelight's plugin: this darktable makes the previews, exports and edits that Safelight is asked for.
  The protocol: docs/bridge-protocol.md. `safelight plugin install|uninstall` installs and removes it.
]]
local darktable = require "darktable"

local about = darktable.configuration

local script_data = {
  metadata = {
    name = "Safelight",
    purpose = "renders previews and exports and applies edits for Safelight",
    author = "Safelight",
    help = "",
  },
  destroy_method = "hide",
}

-- API 9.0 came with darktable 4.2. Newer versions than tested are tried: every step is guarded.
if about.api_version_major < 9 then
  darktable.print_error("Safelight needs darktable 4.2 or newer")
  script_data.destroy = function() end
  return script_data
end

local worker = require "safelight/worker"

script_data.destroy = worker.stop
script_data.restart = worker.start
script_data.show = worker.start

-- darktable-cli reads luarc too, but ends with its one picture.
if about.has_gui then
  worker.start()
end

return script_data
