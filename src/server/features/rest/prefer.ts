import { Refusal } from './refusal.ts'
import type { Preferences } from './types.ts'

const values = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
} as const satisfies Record<string, readonly string[]>

type Name = keyof typeof values

/** Reads `Prefer`. What we do not know is passed over, unless the sender asked to be told. */
export function readPreferences(header: string | string[] | undefined): Preferences {
  const chosen: Partial<Record<Name, string>> = {}
  const unknown: string[] = []
  for (const preference of [header ?? ''].flat().join(',').split(',')) {
    const [name = '', value = ''] = preference.trim().split('=')
    const known = Object.hasOwn(values, name) && (values[name as Name] as readonly string[]).includes(value)
    if (known) chosen[name as Name] ??= value
    else if (preference.trim()) unknown.push(preference.trim())
  }
  if (chosen.handling === 'strict' && unknown.length > 0) {
    const details = `Invalid preferences: ${unknown.join(', ').slice(0, 200)}`
    throw new Refusal('PGRST122', 'Invalid preferences given with handling=strict', null, details)
  }
  return {
    return: (chosen.return ?? 'minimal') as Preferences['return'],
    count: chosen.count === 'exact' || chosen.count === 'estimated',
    upsert: chosen.resolution !== undefined,
    missingAsDefault: chosen.missing === 'default',
    applied: (Object.keys(values) as Name[])
      .filter((name) => chosen[name])
      .map((name) => `${name}=${chosen[name]}`)
      .join(', '),
  }
}
