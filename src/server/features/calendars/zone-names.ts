import { IANA_ALIAS_MAP, WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { isTimeZone } from '#shared/lib/time-zone.ts'
import { fixedZone, namedZone, offsetsWithin, type ZoneConverter } from './moments.ts'
import { day, offsetOf } from './values.ts'

export interface FoundZone {
  zone: ZoneConverter
  /** False if the name is unknown and the zone is a guess. */
  isKnown: boolean
}

/** Returns the IANA zone for a Microsoft name or an IANA name, which may be the end of a path; null for other names. */
export function ianaName(said: string): string | null {
  const name = said.replace(/^tzone:\/\/Microsoft\//i, '')
  if (offsetOf(name) === 0) return 'UTC'
  const parts = name.replaceAll(' ', '_').split('/')
  for (let from = 0; from < parts.length; from++) {
    const tail = parts.slice(from).join('/')
    // Intl treats abbreviations such as EST as zones without daylight saving time, but calendar files use them for
    // zones that have it.
    if ((from < parts.length - 1 || singles.has(tail.toUpperCase())) && isTimeZone(tail)) return tail
  }
  return windowsZones.get(name.toLowerCase()) ?? null
}

const singles = new Set(
  IANA_ALIAS_MAP.flatMap(({ alias }): readonly string[] => alias)
    .filter((name) => !name.includes('/'))
    .concat('CET', 'MET', 'EET', 'WET')
    .map((name) => name.toUpperCase()),
)
for (const name of ['EST', 'MST', 'HST']) singles.delete(name)

/** Microsoft's names in lower case, each with the zone of its main territory. */
const windowsZones = new Map<string, string>()
for (const { windowsName, territory, iana } of WINDOWS_TO_IANA_MAP) {
  if (territory === '001' && iana[0]) windowsZones.set(windowsName.toLowerCase(), iana[0])
}

/** Programs may use a zone's old offsets for this many years after a change. */
export const outdatedYears = 17

const offsetInLabel = /\(?\b(?:UTC|GMT)\s*(?:([+-]\s*\d{1,2})[:.]?(\d\d)?)?\)?/i

/**
 * Resolves a menu label such as `(UTC-05:00) Eastern Time (US & Canada)` or `Amsterdam, Berlin, Rome` to the first of
 * its items that names a zone with the label's offset. A label that is only an offset becomes a zone without clock
 * changes.
 */
export function labeledZone(said: string, now: number): FoundZone | null {
  const label = said.replaceAll('−', '-')
  const [written, hours, minutes = '00'] = offsetInLabel.exec(label) ?? []
  const bare = offsetOf(label)
  const offset = bare ?? (written === undefined ? null : hours ? offsetOf(`${hours.replace(/\s/g, '')}:${minutes}`) : 0)
  const rest =
    label
      .replace(written ?? '', '')
      .split(':')
      .at(-1) ?? ''
  const items =
    bare === null
      ? rest
          .split(/[,;]| \/ /)
          .map(keyOf)
          .filter(Boolean)
      : []
  const candidates = items.flatMap((item) => labels(now).get(item) ?? []).map(namedZone)
  // Menus may show an old offset.
  for (const years of [1, outdatedYears]) {
    const zone = candidates.find((one) => offset === null || offsetsWithin(one, now, years).has(offset))
    if (zone) return { zone, isKnown: true }
  }
  return offset === null ? null : { zone: fixedZone(offset), isKnown: items.length === 0 }
}

const keyOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll("'", '’')
    .replace(/\([^)]*\)|coordinated universal time([+-]\d+)?/g, '')
    .trim()
    .replace(/ ?\b(((standard|daylight|summer) )?time|islands?|is\.)$/, '')

/** Items in Microsoft's menus that are not zone names. */
const menuItems: Readonly<Record<string, string>> = {
  'baja california': 'America/Tijuana',
  'cabo verde': 'Atlantic/Cape_Verde',
  chetumal: 'America/Cancun',
  chokurdakh: 'Asia/Srednekolymsk',
  'city of buenos aires': 'America/Buenos_Aires',
  greenland: 'America/Godthab',
  indiana: 'America/Indianapolis',
  'nuku’alofa': 'Pacific/Tongatapu',
  'port louis': 'Indian/Mauritius',
  salvador: 'America/Bahia',
  'sri jayawardenepura': 'Asia/Colombo',
  'west central africa': 'Africa/Lagos',
}

let index: Map<string, string[]> | undefined

/** Zones by city and by English display name. */
function labels(now: number): Map<string, string[]> {
  if (index) return index
  index = new Map(Object.entries(menuItems).map(([name, id]) => [name, [id]]))
  const add = (name: string, id: string) => {
    const key = keyOf(name)
    // Zones in Brazil and Australia have these general names, so none of these names identifies a single zone.
    if (!/^(|east|west|north|south|general|continental)$/.test(key)) index?.set(key, [...(index.get(key) ?? []), id])
  }
  // A name with a country, such as `Eastern Standard Time (Mexico)`, must not replace the general name.
  for (const [name, id] of windowsZones) if (!name.includes('(')) add(name, id)
  for (const { alias, description } of IANA_ALIAS_MAP) {
    for (const id of alias) {
      if (!/^[A-Z]\w+\/(?!GMT)/.test(id) || !isTimeZone(id)) continue
      add(id.replace(/^.*\//, '').replaceAll('_', ' '), id)
      add(description.replace(/,.*/, ''), id)
    }
  }
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    for (const timeZoneName of ['longGeneric', 'long'] as const) {
      const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName })
      for (const at of [now, now + 182 * day]) {
        add(format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '', timeZone)
      }
    }
  }
  return index
}
