/** A date or date-time without zone, because cameras do not record one. */
const WHEN = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?$/;

/**
 * A date or date-time as an inclusive bound in wall-clock milliseconds (as if the wall clock were UTC).
 * For a bare date or a time without seconds, `end` reaches to its last millisecond.
 */
export function wallClockBound(text: string, end: boolean): number | null {
  const match = WHEN.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction] = match;
  const ms = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? (end ? 23 : 0)),
    Number(minute ?? (end ? 59 : 0)),
    Number(second ?? (end ? 59 : 0)),
    fraction === undefined ? (end ? 999 : 0) : Number(fraction.padEnd(3, '0').slice(0, 3)),
  );
  // Date.UTC turns 2024-02-31 into March, and years below 100 into 19xx.
  const date = new Date(ms);
  const same =
    date.getUTCFullYear() === Number(year) &&
    date.getUTCMonth() === Number(month) - 1 &&
    date.getUTCDate() === Number(day) &&
    (hour === undefined || date.getUTCHours() === Number(hour)) &&
    (minute === undefined || date.getUTCMinutes() === Number(minute)) &&
    (second === undefined || date.getUTCSeconds() === Number(second));
  return same ? ms : null;
}

/** A date-time with its zone: Z, ±hh:mm, ±hhmm or ±hh. A `+` that a URL carries as it is arrives as a space. */
const ZONED = /^(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}[\d:.]*?)(?:[Zz]|([-+ ])([01]\d|2[0-3])(?::?([0-5]\d))?)$/;

/**
 * A date or date-time as a point in time, in Unix milliseconds. Without a zone it is the local time of this computer. Of an hour that
 * comes twice there, the first one; an hour that is skipped is the one after it.
 */
export function pointInTime(text: string): number | null {
  const zoned = ZONED.exec(text);
  const ms = wallClockBound(zoned?.[1] ?? text, false);
  if (ms === null) return null;
  if (zoned) {
    const [, , sign, hours = '0', minutes = '0'] = zoned;
    const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return sign === '-' ? ms + offset : ms - offset;
  }
  const wall = new Date(ms);
  return new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
    wall.getUTCSeconds(),
    wall.getUTCMilliseconds(),
  ).getTime();
}
