import { Refusal } from '#server/lib/query-grammar/refusal.ts'
import type { Preferences } from './types.ts'

/** The values of each preference. */
const values = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact'],
} satisfies Record<string, readonly string[]>

type Name = keyof typeof values

const inserted = { resolution: values.resolution, missing: values.missing, return: values.return }

/** The honoured preferences by kind of request, in the order of `Preference-Applied`. Others are ignored. */
const honoured = {
  read: { return: ['representation'], count: values.count },
  insert: { ...inserted, count: values.count },
  change: { return: values.return, count: values.count },
  call: { return: ['minimal', 'representation'], count: values.count },
  /** All rows of a function as a file, which is sent while it is made. */
  export: { return: ['representation'] },
} as const satisfies Record<string, Partial<Record<Name, readonly string[]>>>

export type Asked = keyof typeof honoured

/** Preferences that PostgREST has and we refuse: to ignore them would do something else than the client asked for. */
const isOff = (name: string, value: string) =>
  ['timezone', 'max-affected'].includes(name) ||
  ['tx=rollback', 'handling=strict', 'count=planned', 'count=estimated'].includes(`${name}=${value}`)

export function readPreferences(header: string | string[] | undefined, asked: Asked): Preferences {
  const possible: Partial<Record<Name, readonly string[]>> = honoured[asked]
  const chosen: Partial<Record<Name, string>> = {}
  for (const preference of [header ?? ''].flat().join(',').split(',')) {
    const text = preference.trim()
    const [name, value = ''] = text.split('=') as [Name, string?]
    if (isOff(name, value)) throw notOffered(text)
    if (Object.hasOwn(possible, name) && possible[name]?.includes(value)) chosen[name] ??= value
  }
  const isCall = asked === 'call' || asked === 'export'
  return {
    return: (chosen.return ?? (isCall ? 'representation' : 'minimal')) as Preferences['return'],
    isCounted: chosen.count !== undefined,
    resolution: (chosen.resolution ?? null) as Preferences['resolution'],
    missingAsDefault: chosen.missing === 'default',
    applied: Object.keys(possible)
      .filter((name) => chosen[name as Name] !== undefined)
      .map((name) => `${name}=${chosen[name as Name]}`),
  }
}

const notOffered = (text: string) =>
  new Refusal(
    'PGRST122',
    'Invalid preferences',
    'Honoured are return, count=exact, and for inserts resolution and missing',
    `Invalid preferences: ${text.slice(0, 200)}`,
  )

/** A preference that had no effect is not reported as applied. */
export const withdraw = (preferences: Preferences, name: Name): Preferences => ({
  ...preferences,
  applied: preferences.applied.filter((one) => !one.startsWith(`${name}=`)),
})
