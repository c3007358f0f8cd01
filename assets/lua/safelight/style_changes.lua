-- Changes of styles themselves. Lua can neither rename a style nor describe it anew: another one is taken in from a file of the job, and
-- the old one is deleted. `darktable.styles.create` is never used: it does not return if the name is part of another style's.
local darktable = require "darktable"
local fields = require "safelight/organise_fields"
local files = require "safelight/files"
local render = require "safelight/render"

local style_changes = {}

-- darktable reads all its styles each time that one is asked for.
local function styles_by_name()
  local found = {}
  for _, style in ipairs(darktable.styles) do
    found[style.name] = found[style.name] or {}
    table.insert(found[style.name], style)
  end
  return found
end

-- Why the steps cannot be done, one after the other; nil: they can.
local function obstacle(steps, base)
  local there = {}
  for name, styles in pairs(styles_by_name()) do
    there[name] = #styles == 1 and #styles[1] or "several"
  end
  for _, step in ipairs(steps) do
    if step.file and not files.exists(base .. "." .. step.file .. ".dtstyle") then
      return "the file of the style is missing"
    elseif step.file and there[step.name] then
      -- darktable would leave the file alone without a word.
      return "there is a style of that name already"
    elseif not step.file and there[step.name] ~= step.items then
      return "the style was changed meanwhile"
    end
    there[step.name] = step.file and step.items or nil
  end
  return nil
end

local function take(step, base)
  darktable.styles.import(base .. "." .. step.file .. ".dtstyle")
  local styles = styles_by_name()[step.name]
  if not styles or #styles[1] ~= step.items then
    error("darktable does not take the style", 0)
  end
end

local function delete(step)
  darktable.styles.delete(styles_by_name()[step.name][1])
  if styles_by_name()[step.name] then
    error("darktable does not delete the style", 0)
  end
end

-- All steps, or, where they cannot be done, none: then the job is answered with `changed`.
function style_changes.work(job, base)
  local steps = fields.style_steps_in(job.content)
  if #steps == 0 then
    return
  end
  local reason = obstacle(steps, base)
  if reason then
    job.code = "changed"
    error(reason, 0)
  end
  -- Closing waits for it (worker.lua, [Note: Closing]).
  render.busy = true
  local fine, problem = pcall(function()
    for _, step in ipairs(steps) do
      if step.file then
        take(step, base)
      else
        delete(step)
      end
    end
  end)
  render.busy = false
  if not fine then
    error(problem, 0)
  end
end

return style_changes
