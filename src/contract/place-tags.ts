/** Tags that tell where a picture was taken: darktable's geotagging, and what people name so. */
export const isPlaceTag = (name: string): boolean => /^(places?|locations?|orte?|lieux?|lugar(es)?)(\||$)/i.test(name);
