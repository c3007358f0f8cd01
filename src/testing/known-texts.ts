/** Texts that make modules do something, by module and field: names of files, cameras and lenses that darktable knows. */
export const knownTexts: Readonly<Record<string, Record<string, string[]>>> = {
  watermark: {
    filename: ['darktable.svg', 'simple-text.svg', 'metadata-template.svg'],
    text: ['Safelight', '$(Exif.Image.Make)'],
    font: ['DejaVu Sans Bold 10', 'Sans'],
  },
  lens: {
    camera: ['Canon EOS 5D Mark III', 'NIKON D750'],
    lens: ['Canon EF 24-70mm f/2.8L II USM', 'Nikon AF-S Nikkor 50mm f/1.8G'],
  },
  borders: {
    aspect_text: ['constant border', '3:2'],
    pos_h_text: ['center'],
    pos_v_text: ['center'],
  },
};
