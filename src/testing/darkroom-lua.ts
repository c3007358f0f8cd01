/**
 * Lua that opens the selected image in the darkroom. darktable refuses until the selection shows, and switches in another thread: asked
 * again while it loads the image, 4.2.1 enters twice and may crash.
 */
export const enterDarkroom = `;(function()
  for _ = 1, 5 do
    darktable.control.sleep(500)
    darktable.gui.current_view(darktable.gui.views.darkroom)
    for _ = 1, 30 do
      if darktable.gui.current_view().id == "darkroom" then return end
      darktable.control.sleep(100)
    end
  end
end)();`;

/** Opens an image in the darkroom. What follows comes when the picture is on the screen, and its modules can be moved. */
export const openInDarkroom = (id: number) => `;(function()
  local isShown = false
  darktable.register_event("shown", "pixelpipe-processing-complete", function() isShown = true end)
  darktable.gui.selection{darktable.database.get_image(${id})}
  ${enterDarkroom}
  for _ = 1, 600 do
    if isShown then break end
    darktable.control.sleep(50)
  end
  darktable.destroy_event("shown", "pixelpipe-processing-complete")
end)();`;

/** darktable stores what was done to the image before the lighttable shows. */
export const leaveDarkroom = `;(function()
  darktable.gui.current_view(darktable.gui.views.lighttable)
  for _ = 1, 600 do
    if darktable.gui.current_view().id == "lighttable" then return end
    darktable.control.sleep(50)
  end
end)();`;
