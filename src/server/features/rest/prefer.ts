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
type Applicable = Name | 'max-affected'

/** What can be honoured, by what is asked. */
const applicable = {
  insert: ['resolution', 'missing', 'return', 'count', 'handling'],
  read: ['count', 'handling'],
  change: ['return', 'count', 'handling', 'max-affected'],
  call: ['return', 'count', 'handling'],
} as const satisfies Record<string, readonly Applicable[]>

/** Reads `Prefer`. What we do not know is passed over, unless the sender asked to be told. */
export function readPreferences(
  header: string | string[] | undefined,
  request: keyof typeof applicable = 'insert',
): Preferences {
  const chosen: Partial<Record<Applicable, string>> = {}
  const unknown: string[] = []
  for (const preference of [header ?? ''].flat().join(',').split(',')) {
    const [name = '', value = ''] = preference.trim().split('=')
    const known = Object.hasOwn(values, name) && (values[name as Name] as readonly string[]).includes(value)
    if (known) chosen[name as Name] ??= value
    else if (name === 'max-affected' && /^\d{1,9}$/.test(value)) chosen[name] ??= value
    else if (preference.trim()) unknown.push(preference.trim())
  }
  if (chosen.handling === 'strict' && unknown.length > 0) {
    const details = `Invalid preferences: ${unknown.join(', ').slice(0, 200)}`
    throw new Refusal('PGRST122', 'Invalid preferences given with handling=strict', null, details)
  }
  return {
    return: (chosen.return ?? (request === 'call' ? 'representation' : 'minimal')) as Preferences['return'],
    count: (chosen.count ?? null) as Preferences['count'],
    resolution: (chosen.resolution ?? null) as Preferences['resolution'],
    missingAsDefault: chosen.missing === 'default',
    // Only who asks to be strict is stopped by it; others would be surprised by a refusal.
    maxAffected:
      chosen.handling === 'strict' && chosen['max-affected'] ? Number(chosen['max-affected']) : null,
    applied: applicable[request]
      .filter((name) => chosen[name])
      .map((name) => `${name}=${chosen[name]}`)
      .join(', '),
  }
}
