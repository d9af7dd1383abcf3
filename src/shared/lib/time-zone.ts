/**
 * Caches formatters, because creating one takes longer than using it a hundred times. The cache has a size limit,
 * because visitors choose the time zones.
 */
const formats = new Map<string, Intl.DateTimeFormat>()
const maxFormats = 500

/** Returns a cached formatter. Throws a `RangeError` for an invalid time zone. */
export function getZoneFormat(
  zone: string,
  options: Intl.DateTimeFormatOptions = {},
  locale = 'en-GB',
): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= maxFormats) formats.clear()
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formats.set(key, made)
  return made
}

/** The name that systems without a time zone report. */
export const unknownZone = 'Etc/Unknown'

/**
 * True for a named time zone. False for an offset such as `+02:00`, because the zone's offset may be different next
 * month.
 */
export function isTimeZone(zone = ''): boolean {
  if (!/^[A-Za-z]/.test(zone) || zone === unknownZone) return false
  try {
    getZoneFormat(zone)
    return true
  } catch {
    return false
  }
}

/** CLDR keeps old names, so most browsers and Node report the names on the left instead of IANA's on the right. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** Returns the current name of a time zone, if this runtime supports that name. */
export function currentZoneName(zone: string): string {
  const name = renamed[zone]
  return name && isTimeZone(name) ? name : zone
}

export function localZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? currentZoneName(timeZone) : undefined
}

/**
 * Returns 'Auckland' for 'Pacific/Auckland'. Returns an empty string for names like `Etc/GMT+5`, whose sign is
 * reversed.
 */
const cityOf = (zone: string): string =>
  /^(UTC|GMT|Etc\/.*)$/i.test(zone) ? '' : (currentZoneName(zone).split('/').at(-1) ?? '').replaceAll('_', ' ')

/** Formats a time zone for pages and emails: `New York time, UTC−5`, or `New York time` if no instant is given. */
export function describeZone(zone: string, at?: Date | number): string {
  const city = cityOf(zone)
  if (city && at === undefined) return `${city} time`
  const parts = getZoneFormat(zone, { timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '')
    .replace('GMT', 'UTC')
    .replace(/[+-]0$/, '')
    .replace('-', '−')
  return city ? `${city} time, ${offset}` : offset
}

/** Returns the current names of all time zones and of those in `also`, without duplicates. */
export const listZoneNames = (also: string): readonly string[] =>
  [...new Set([also, ...Intl.supportedValuesOf('timeZone')].filter(Boolean).map(currentZoneName))].toSorted()
