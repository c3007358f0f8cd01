/** The order in which darktable 4.2.1 applies its modules to a JPEG, from its own library (`module_order`). */
const modules = `
rawprepare invert temperature highlights cacorrect hotpixels rawdenoise demosaic denoiseprofile bilateral
rotatepixels scalepixels lens cacorrectrgb hazeremoval ashift flip clipping liquify spots retouch exposure
mask_manager tonemap toneequal crop graduatednd profile_gamma equalizer colorin channelmixerrgb diffuse
censorize negadoctor blurs nlmeans colorchecker defringe atrous lowpass highpass sharpen colortransfer
colormapping channelmixer basicadj colorbalance colorbalancergb rgbcurve rgblevels basecurve filmic sigmoid
filmicrgb lut3d colisa tonecurve levels shadhi zonesystem globaltonemap relight bilat colorcorrection
colorcontrast velvia vibrance colorzones bloom colorize lowlight monochrome grain soften splittoning vignette
colorreconstruct colorout clahe finalscale overexposed rawoverexposed dither borders watermark gamma
`;

/**
 * The same with a second instance of exposure right after the first. Without it darktable would put the instance at the
 * very end, after the conversion to bytes, and render noise.
 */
export const orderWithTwoExposures = modules
  .trim()
  .split(/\s+/)
  .flatMap((module) => (module === 'exposure' ? [module, 0, module, 1] : [module, 0]))
  .join(',');
