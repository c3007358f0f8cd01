/** An `ImageRecord` as JSON text. `json` is the record without its last field and its closing brace. */
export const imageRecord = (json: string, previewVersion: string) => json + recordEnd(previewVersion);

export const recordEnd = (previewVersion: string) => `,"preview_version":${JSON.stringify(previewVersion)}}`;
