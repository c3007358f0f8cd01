/**
 * Choices that darktable itself shows in no list under these names: what their constants mean, in English and German. Most are colour
 * spaces, whose names it makes when it starts.
 */
const WORDS: Readonly<Record<string, readonly [english: string, german: string]>> = {
  DEFLICKER_HISTOGRAM_SOURCE_SOURCEFILE: ['raw file', 'Raw-Datei'],
  DEFLICKER_HISTOGRAM_SOURCE_THUMBNAIL: ['preview', 'Vorschaubild'],
  DT_COLORSPACE_ADOBERGB: ['Adobe RGB (compatible)', 'Adobe RGB (kompatibel)'],
  DT_COLORSPACE_ALTERNATE_MATRIX: ['alternate color matrix', 'alternative Farbmatrix'],
  DT_COLORSPACE_BRG: ['BRG (for testing)', 'BRG (zum Testen)'],
  DT_COLORSPACE_DISPLAY: ['system display profile', 'Systemprofil des Bildschirms'],
  DT_COLORSPACE_DISPLAY2: ['system display profile (second window)', 'Systemprofil des Bildschirms (zweites Fenster)'],
  DT_COLORSPACE_DISPLAY_P3: ['Display P3 RGB', 'Display P3 RGB'],
  DT_COLORSPACE_EMBEDDED_ICC: ['embedded ICC profile', 'eingebettetes ICC-Profil'],
  DT_COLORSPACE_EMBEDDED_MATRIX: ['embedded matrix', 'eingebettete Matrix'],
  DT_COLORSPACE_ENHANCED_MATRIX: ['enhanced color matrix', 'verbesserte Farbmatrix'],
  DT_COLORSPACE_EXPORT: ['export profile', 'Exportprofil'],
  DT_COLORSPACE_FILE: ['profile from a file', 'Profil aus einer Datei'],
  DT_COLORSPACE_HLG_P3: ['HLG P3 RGB', 'HLG P3 RGB'],
  DT_COLORSPACE_HLG_REC2020: ['HLG Rec2020 RGB', 'HLG Rec2020 RGB'],
  DT_COLORSPACE_INFRARED: ['infrared BGR', 'Infrarot BGR'],
  DT_COLORSPACE_LAB: ['Lab', 'Lab'],
  DT_COLORSPACE_LIN_REC2020: ['linear Rec2020 RGB', 'lineares Rec2020 RGB'],
  DT_COLORSPACE_LIN_REC709: ['linear Rec709 RGB', 'lineares Rec709 RGB'],
  DT_COLORSPACE_NONE: ['none', 'keiner'],
  DT_COLORSPACE_PQ_P3: ['PQ P3 RGB', 'PQ P3 RGB'],
  DT_COLORSPACE_PQ_REC2020: ['PQ Rec2020 RGB', 'PQ Rec2020 RGB'],
  DT_COLORSPACE_PROPHOTO_RGB: ['linear ProPhoto RGB', 'lineares ProPhoto RGB'],
  DT_COLORSPACE_REC709: ['Rec709 RGB', 'Rec709 RGB'],
  DT_COLORSPACE_SOFTPROOF: ['softproof profile', 'Softproof-Profil'],
  DT_COLORSPACE_SRGB: ['sRGB', 'sRGB'],
  DT_COLORSPACE_STANDARD_MATRIX: ['standard color matrix', 'Standard-Farbmatrix'],
  DT_COLORSPACE_VENDOR_MATRIX: ['vendor color matrix', 'Farbmatrix des Herstellers'],
  DT_COLORSPACE_WORK: ['work profile', 'Arbeitsprofil'],
  DT_COLORSPACE_XYZ: ['linear XYZ', 'lineares XYZ'],
  DT_GRAIN_CHANNEL_HUE: ['hue', 'Farbton'],
  DT_GRAIN_CHANNEL_LIGHTNESS: ['lightness', 'Helligkeit'],
  DT_GRAIN_CHANNEL_RGB: ['RGB', 'RGB'],
  DT_GRAIN_CHANNEL_SATURATION: ['saturation', 'Sättigung'],
  DT_ILLUMINANT_DETECT_EDGES: ['(AI) detect from image edges', '(KI) aus Bildkanten erkennen'],
  DT_ILLUMINANT_DETECT_SURFACES: ['(AI) detect from image surfaces', '(KI) aus Bildflächen erkennen'],
  DT_INTENT_ABSOLUTE_COLORIMETRIC: ['absolute colorimetric', 'absolut farbmetrisch'],
  DT_INTENT_PERCEPTUAL: ['perceptual', 'wahrnehmungsgetreu'],
  DT_INTENT_RELATIVE_COLORIMETRIC: ['relative colorimetric', 'relativ farbmetrisch'],
  DT_INTENT_SATURATION: ['saturation', 'Sättigung'],
  DT_IOP_LENS_LENSTYPE_UNKNOWN: ['unknown', 'unbekannt'],
  MODE_NLMEANS: ['non-local means', 'nicht-lokale Mittel'],
  MODE_NLMEANS_AUTO: ['non-local means, auto', 'nicht-lokale Mittel, automatisch'],
  MODE_VARIANCE: ['compute variance', 'Varianz berechnen'],
  MODE_WAVELETS: ['wavelets', 'Wavelets'],
  MODE_WAVELETS_AUTO: ['wavelets, auto', 'Wavelets, automatisch'],
  ORIENTATION_FLIP_HORIZONTALLY: ['flip horizontally', 'horizontal spiegeln'],
  ORIENTATION_FLIP_VERTICALLY: ['flip vertically', 'vertikal spiegeln'],
  ORIENTATION_TRANSPOSE: ['transpose', 'transponieren'],
};

/** `DT_LIQUIFY_LAYER_WARPS` is no word: `liquify layer warps` can at least be read. */
const readable = (constant: string): string =>
  constant
    .replace(/^DT_(IOP_)?/, '')
    .replaceAll('_', ' ')
    .toLowerCase();

/** What a constant of darktable's source is called; any other name stays as it is. */
export function choiceWords(name: string, language: string): string {
  const known = WORDS[name];
  if (known) return known[language === 'de' ? 1 : 0];
  return /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(name) ? readable(name) : name;
}
