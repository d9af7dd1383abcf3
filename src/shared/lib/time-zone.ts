/** Making a format takes longer than using it a hundred times. Bounded, since zones come from outside. */
const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 500

/** The format of these options on the clock of a zone. Throws a `RangeError` for a zone that is none. */
export function zoneFormat(
  zone: string,
  options: Intl.DateTimeFormatOptions = {},
  locale = 'en-GB',
): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= mostFormats) formats.clear()
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formats.set(key, made)
  return made
}

/** Whether this is a zone known by name. Offsets such as `+02:00` are not: they say nothing of next month. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    zoneFormat(zone)
    return true
  } catch {
    return false
  }
}
