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
