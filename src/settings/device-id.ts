/** A readable id: "Ada's phone" becomes device-adas-phone, the next one device-adas-phone-2. */
export function deviceId(name: string, isTaken: (id: string) => boolean): string {
  const word = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}|['’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  const id = word === '' ? 'device' : `device-${word}`;
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? id : `${id}-${number}`;
    if (!isTaken(wanted)) return wanted;
  }
}
