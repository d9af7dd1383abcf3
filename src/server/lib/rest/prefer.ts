import { Refusal } from '#server/lib/query-grammar/refusal.ts'
import type { Preferences } from './types.ts'

/** What a preference may ask for; the others have values of their own kind. */
const values = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  tx: 'commit rollback'.split(' '),
  handling: ['strict', 'lenient'],
} satisfies Record<string, readonly string[]>

type Name = keyof typeof values | 'timezone' | 'max-affected'

/** The preferences honoured, in the order in which they are said, each with the values that can be had. */
type Honoured = Partial<Record<Name, readonly string[] | 'any'>>

const counted = { count: values.count }
const handled = { handling: values.handling }
const undone = { tx: values.tx }
const committed = { tx: values.tx.slice(0, 1) }
const placed = { timezone: 'any' } as const
const bounded = { 'max-affected': 'any' } as const
const inserted = { resolution: values.resolution, missing: values.missing, return: values.return }

/**
 * What can be honoured, by what is asked. Everything else is refused where the sender is strict, and passed over without
 * a word where not; decision 63 has the reasons.
 */
const honoured = {
  read: { return: ['representation'], ...counted, ...undone, ...handled, ...placed },
  insert: { ...inserted, ...counted, ...undone, ...handled, ...placed },
  /** A visitor's insert into one of our forms, which shares its transaction with others. */
  form: { ...inserted, ...counted, ...committed, ...handled },
  change: { return: values.return, ...counted, ...undone, ...handled, ...placed, ...bounded },
  /** A function may note who asked: what it wrote down is not for the caller to take back. */
  call: {
    return: ['minimal', 'representation'],
    ...counted,
    ...committed,
    ...handled,
    ...placed,
    ...bounded,
  },
  /** A call that may change nothing. */
  query: {
    return: ['minimal', 'representation'],
    ...counted,
    ...undone,
    ...handled,
    ...placed,
    ...bounded,
  },
  /** All rows of a function as a file, which is sent while it is made. */
  export: { return: ['representation'], ...committed, ...handled },
} as const satisfies Record<string, Honoured>

export type Asked = keyof typeof honoured

/** Reads `Prefer`. `isZone` knows the time zones of the database. */
export function readPreferences(
  header: string | string[] | undefined,
  asked: Asked,
  isZone: (name: string) => boolean = () => false,
): Preferences {
  const possible: Honoured = honoured[asked]
  const chosen: Partial<Record<Name, string>> = {}
  const refused: string[] = []
  for (const preference of [header ?? ''].flat().join(',').split(',')) {
    const text = preference.trim()
    if (text === '') continue
    const [name, value = ''] = text.split('=') as [Name, string?]
    const offered = Object.hasOwn(possible, name) ? possible[name] : undefined
    if (offered && isOneOf(offered, name, value, isZone)) chosen[name] ??= value
    else refused.push(text)
  }
  const isStrict = chosen.handling === 'strict'
  if (isStrict && refused.length > 0) {
    const details = `Invalid preferences: ${refused.join(', ').slice(0, 200)}`
    throw new Refusal('PGRST122', 'Invalid preferences given with handling=strict', null, details)
  }
  // A request for a rollback is refused even where the sender is lenient: storing its rows all the same could not be
  // undone.
  if (refused.includes('tx=rollback')) throw stays(asked)
  // As in PostgREST, `max-affected` counts only with `handling=strict`.
  if (!isStrict) delete chosen['max-affected']
  const most = chosen['max-affected']
  const applied = Object.keys(possible)
    .filter((name) => chosen[name as Name] !== undefined)
    .map((name) => `${name}=${chosen[name as Name]}`)
  return {
    return: (chosen.return ?? (isCall(asked) ? 'representation' : 'minimal')) as Preferences['return'],
    count: (chosen.count ?? null) as Preferences['count'],
    resolution: (chosen.resolution ?? null) as Preferences['resolution'],
    missingAsDefault: chosen.missing === 'default',
    maxAffected: most === undefined ? null : Number(most),
    isRolledBack: applied.includes('tx=rollback'),
    timeZone: chosen.timezone ?? null,
    isStrict,
    applied,
  }
}

function isOneOf(
  offered: readonly string[] | 'any',
  name: Name,
  value: string,
  isZone: (name: string) => boolean,
): boolean {
  if (offered !== 'any') return offered.includes(value)
  return name === 'timezone' ? isZone(value) : /^\d{1,15}$/.test(value)
}

const isCall = (asked: Asked) => asked === 'call' || asked === 'query' || asked === 'export'

const stays = (asked: Asked) =>
  new Refusal(
    'PGRST122',
    'tx=rollback cannot be honoured by this request',
    isCall(asked)
      ? 'What a function writes stays; call one that only reads by GET'
      : 'What a visitor sends to this form stays',
    'Invalid preferences: tx=rollback',
  )

/** A preference that turns out to be about nothing: not said to be applied, and refused where the sender is strict. */
export function withdraw(preferences: Preferences, name: Name): Preferences {
  const [text] = preferences.applied.filter((one) => one.startsWith(`${name}=`))
  if (text === undefined) return preferences
  if (!preferences.isStrict) {
    return { ...preferences, applied: preferences.applied.filter((one) => one !== text) }
  }
  throw new Refusal(
    'PGRST122',
    'Invalid preferences given with handling=strict',
    null,
    `Invalid preferences: ${text}`,
  )
}
