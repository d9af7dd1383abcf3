/** Creating a format takes longer than using it a hundred times. Limited, because zones come from visitors. */
const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 500

/** A format with these options in a zone. Throws a `RangeError` for an invalid zone. */
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

/** Whether this is a zone with a name. Offsets such as `+02:00` are refused: they do not determine next month's. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    zoneFormat(zone)
    return true
  } catch {
    return false
  }
}

/** CLDR keeps old names, so most browsers and Node report the left ones instead of IANA's, on the right. */
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

/** The present name of a zone, if this runtime knows it. */
export function currentZone(zone: string): string {
  const name = renamed[zone]
  return name && isTimeZone(name) ? name : zone
}

export const machineZone = (): string => currentZone(Intl.DateTimeFormat().resolvedOptions().timeZone)

/** All zones and this one, each once, by its present name. */
export const zoneNames = (also: string): readonly string[] =>
  [...new Set([also, ...Intl.supportedValuesOf('timeZone')].map(currentZone))].toSorted()
