--[[
  Safelight's bridge: previews, exports and edits that are asked for through Safelight are done by this darktable.
  How it speaks with Safelight: docs/bridge-protocol.md. Installed and removed by `safelight plugin install|uninstall`.
]]
local darktable = require "darktable"

local about = darktable.configuration

local script_data = {
  metadata = {
    name = "Safelight",
    purpose = "does the work that is asked for through Safelight",
    author = "Safelight",
    help = "",
  },
  destroy_method = "hide",
}

-- 9.0 came with darktable 4.2. Newer ones than we know are tried: every step is guarded.
if about.api_version_major < 9 then
  darktable.print_error("Safelight needs darktable 4.2 or newer")
  script_data.destroy = function() end
  return script_data
end

local worker = require "safelight/worker"

script_data.destroy = worker.stop
script_data.restart = worker.start
script_data.show = worker.start

-- darktable-cli reads luarc too, and ends when its one picture is done.
if about.has_gui then
  worker.start()
end

return script_data
