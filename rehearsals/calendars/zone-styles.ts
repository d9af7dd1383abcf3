import { Temporal } from 'temporal-polyfill'

/** Twenty time zones with the names that programs use for them; a name is empty if the program has none. */
export const zones = [
  ['Europe/Berlin', 'W. Europe Standard Time', '(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna'],
  ['Europe/London', 'GMT Standard Time', '(UTC+00:00) Dublin, Edinburgh, Lisbon, London'],
  ['Europe/Helsinki', 'FLE Standard Time', '(UTC+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius'],
  ['America/New_York', 'Eastern Standard Time', '(UTC-05:00) Eastern Time (US & Canada)'],
  ['America/Chicago', 'Central Standard Time', '(GMT-06:00) Central Time (US & Canada)'],
  ['America/Denver', 'Mountain Standard Time', '(UTC-07:00) Mountain Time (US & Canada)'],
  ['America/Phoenix', 'US Mountain Standard Time', '(UTC-07:00) Arizona'],
  ['America/Los_Angeles', 'Pacific Standard Time', 'Pacific Time (US & Canada)'],
  ['America/St_Johns', 'Newfoundland Standard Time', '(UTC-03:30) Newfoundland'],
  ['America/Sao_Paulo', 'E. South America Standard Time', ''],
  ['America/Santiago', 'Pacific SA Standard Time', '(UTC-04:00) Santiago'],
  ['Africa/Johannesburg', 'South Africa Standard Time', ''],
  ['Asia/Jerusalem', 'Israel Standard Time', '(UTC+02:00) Jerusalem'],
  ['Asia/Kolkata', 'India Standard Time', '(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi'],
  ['Asia/Kathmandu', 'Nepal Standard Time', '(UTC+05:45) Kathmandu'],
  ['Asia/Tokyo', 'Tokyo Standard Time', '(UTC+09:00) Osaka, Sapporo, Tokyo'],
  ['Australia/Sydney', 'AUS Eastern Standard Time', '(UTC+10:00) Canberra, Melbourne, Sydney'],
  ['Australia/Adelaide', 'Cen. Australia Standard Time', '(UTC+09:30) Adelaide'],
  ['Australia/Lord_Howe', 'Lord Howe Standard Time', '(UTC+10:30) Lord Howe Island'],
  ['Pacific/Auckland', 'New Zealand Standard Time', '(UTC+12:00) Auckland, Wellington'],
] as const

/** Calendar programs write clock changes as recurrence rules. Outlook's rules start in 1601. */
const recurring: Readonly<Record<string, [daylight: string, standard: string]>> = {
  'Europe/Berlin': ['16010325T020000;BYDAY=-1SU;BYMONTH=3', '16011028T030000;BYDAY=-1SU;BYMONTH=10'],
  'America/New_York': ['20070311T020000;BYMONTH=3;BYDAY=2SU', '20071104T020000;BYMONTH=11;BYDAY=1SU'],
  'Australia/Sydney': ['20081005T020000;BYMONTH=10;BYDAY=1SU', '20080406T030000;BYMONTH=4;BYDAY=1SU'],
}

const offsetText = (nanoseconds: number): string => {
  const minutes = Math.abs(nanoseconds) / 6e10
  const two = (number: number) => String(Math.trunc(number)).padStart(2, '0')
  return `${nanoseconds < 0 ? '-' : '+'}${two(minutes / 60)}${two(minutes % 60)}`
}

/** Returns the lines of a VTIMEZONE that has the given name and lists the clock changes of a time zone. */
export function tableOf(zone: string, name: string): string[] {
  let at = Temporal.ZonedDateTime.from(`2021-06-01T00:00[${zone}]`)
  const lines = ['BEGIN:VTIMEZONE', `TZID:${name}`]
  const changes: [from: number, to: number, wall: string][] = []
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.year > 2028) break
    const before = next.subtract({ seconds: 1 })
    const wall = next.toInstant().toZonedDateTimeISO('UTC').add({ nanoseconds: before.offsetNanoseconds })
    changes.push([before.offsetNanoseconds, next.offsetNanoseconds, stampText(wall.epochMilliseconds)])
    at = next
  }
  if (changes.length === 0) changes.push([at.offsetNanoseconds, at.offsetNanoseconds, '19700101T000000'])
  const recurs = recurring[zone]
  for (const [index, [from, to, wall]] of changes.entries()) {
    const kind = to > from ? 'DAYLIGHT' : 'STANDARD'
    const rule = recurs?.[to > from ? 0 : 1]
    if (rule && index > 1) break
    const [start = wall, ...parts] = rule?.split(';') ?? []
    const offsets = [`TZOFFSETFROM:${offsetText(from)}`, `TZOFFSETTO:${offsetText(to)}`]
    const repeats = rule ? [`RRULE:FREQ=YEARLY;${parts.join(';')}`] : []
    lines.push(`BEGIN:${kind}`, `DTSTART:${start}`, ...offsets, ...repeats, `END:${kind}`)
  }
  return [...lines, 'END:VTIMEZONE']
}

/** Returns a local time such as `20270111T090000`. */
export const stampText = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '')

export const offsetAt = (instant: number, zone: string): string =>
  offsetText(Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds)

/** Returns an instant's local time, in milliseconds as if it were UTC. */
export const wallOf = (instant: number, zone: string): number =>
  instant + Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6
