import { IANA_ALIAS_MAP, WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { isTimeZone } from '#shared/lib/time-zone.ts'
import { fixedZone, namedZone, offsetsOf, type Zone } from './moments.ts'
import { offsetOf } from './values.ts'

export interface FoundZone {
  zone: Zone
  /** Otherwise the name means nothing to us, and the zone is a guess. */
  isKnown: boolean
}

/** The IANA zone for the name itself, alone or at the end of a path, or for Microsoft's name; null if it is neither. */
export function formalName(said: string): string | null {
  const name = said.replace(/^tzone:\/\/Microsoft\//i, '')
  if (offsetOf(name) === 0) return 'UTC'
  const parts = name.replaceAll(' ', '_').split('/')
  for (let from = 0; from < parts.length; from++) {
    const tail = parts.slice(from).join('/')
    // Intl knows abbreviations such as EST as zones without summer time, which is not what the file means.
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

/** Microsoft's zones; a mixed zone such as Central European stands for its main territory. */
const windowsZones = new Map<string, string>()
for (const { windowsName, territory, iana } of WINDOWS_TO_IANA_MAP) {
  if (territory === '001' && iana[0]) windowsZones.set(windowsName.toLowerCase(), iana[0])
}

const offsetInLabel = /\(?\b(?:UTC|GMT)\s*(?:([+-]\s*\d{1,2})[:.]?(\d\d)?)?\)?/i

/**
 * Reads a label as menus show it, such as `(UTC-05:00) Eastern Time (US & Canada)` or `Amsterdam, Berlin, Rome`: by the
 * first of its items that is a zone with that offset. An offset alone is a zone without clock changes.
 */
export function labelledZone(said: string, now: number): FoundZone | null {
  const label = said.replaceAll('−', '-')
  const [written, hours, minutes = '00'] = offsetInLabel.exec(label) ?? []
  const bare = offsetOf(label)
  const offset =
    bare ?? (written === undefined ? null : hours ? offsetOf(`${hours.replace(/\s/g, '')}:${minutes}`) : 0)
  const rest = label.replace(written ?? '', '')
  const items = bare === null ? (rest.split(':').at(-1) ?? '').split(/[,;]/).map(keyOf).filter(Boolean) : []
  for (const id of items.flatMap((item) => labels(now).get(item) ?? [])) {
    const zone = namedZone(id)
    const standard = Math.min(...offsetsOf(zone, now))
    if (offset === null || offset === standard) return { zone, isKnown: true }
  }
  return offset === null ? null : { zone: fixedZone(offset), isKnown: items.length === 0 }
}

const keyOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/\s*\b((standard|daylight|summer) )?time\s*$/, '')
    .trim()

let index: Map<string, string[]> | undefined

/** The zones by the names of their cities and by those that menus show in English. */
function labels(now: number): Map<string, string[]> {
  if (index) return index
  index = new Map()
  const add = (name: string, id: string) => {
    const key = keyOf(name)
    // Of these, Brazil and Australia each have their own.
    if (!/^(|east|west|north|south|general|continental)$/.test(key))
      index?.set(key, [...(index.get(key) ?? []), id])
  }
  // `Eastern Standard Time (Mexico)` is not what a menu calls Eastern Time.
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
      const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(now)
      add(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '', timeZone)
    }
  }
  return index
}
