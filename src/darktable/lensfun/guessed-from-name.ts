/** Longer than that of any lens. */
const LONGEST_NAME = 200;

/** What the name of a lens says of its focal lengths (mm) and largest apertures; 0: nothing. As lensfun reads it. */
export function guessedFromName(model: string): { focal: [number, number]; aperture: [number, number] } {
  const nothing = { focal: [0, 0] as [number, number], aperture: [0, 0] as [number, number] };
  if (/adapter|reducer|booster|extender|converter|magnifier|\+ MC-/i.test(model)) return nothing;
  for (const { pattern, focal, aperture } of PATTERNS) {
    const found = pattern.exec(model.slice(0, LONGEST_NAME));
    if (!found) continue;
    const number = (group: number) => Number(found[group] ?? 0) || 0;
    const [least, fastest] = [number(focal), number(aperture)];
    return { focal: [least, number(focal + 1) || least], aperture: [fastest, 0] };
  }
  return nothing;
}

/** `24-70mm f/2.8`, `1:3.5-5.6 18-55`, `2.8/135`: the groups of the first focal length and the first aperture. */
const PATTERNS = [
  {
    pattern: /(?:^|\s)(\d[\d.]*)(?:-(\d[\d.]*)?)?mm\s+(?:f\/|f|1\/|1:)?(\d[\d.]*)(?:-[\d.]+)?/i,
    focal: 1,
    aperture: 3,
  },
  { pattern: /1:(\d[\d.]*)(?:-[\d.]+)?\s+(\d[\d.]*)[-]?(\d[\d.]*)?(?:mm)?/i, focal: 2, aperture: 1 },
  { pattern: /(\d[\d.]*)(?:-[\d.]+)?\s*\/\s*(\d[\d.]*)[-]?(\d[\d.]*)?/, focal: 2, aperture: 1 },
];
