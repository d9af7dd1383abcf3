export type Environment = Readonly<Record<string, string | undefined>>

/** Thrown for invalid settings, with one sentence for each of them. */
export class BadConfig extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/**
 * Reads one variable: returns `fallback` if the variable is missing or blank. `parse` returns null for an invalid
 * value, and `must` says what the value must be. Messages never repeat values, because a value may be a password.
 */
export type Read = <T>(name: string, fallback: T, parse: (text: string) => T | null, must: string) => T

/** Variables with these prefixes are our settings; all other variables may belong to other programs. */
const ownPrefixes = /^(AUTH|BACKUP|DKIM|METRICS)_/

export function openEnvironment(environment: Environment): {
  read: Read
  faults: string[]
  /** Returns the variables that have one of our prefixes but were not read. */
  unknown: () => string[]
} {
  const faults: string[] = []
  const known = new Set<string>()
  return {
    faults,
    read(name, fallback, parse, must) {
      known.add(name)
      const text = environment[name]?.trim()
      if (!text) return fallback
      const value = parse(text)
      if (value === null) faults.push(`${name} must be ${must}.`)
      return value ?? fallback
    },
    unknown: () => Object.keys(environment).filter((name) => ownPrefixes.test(name) && !known.has(name)),
  }
}

export function wholeNumber(least: number, most: number): (text: string) => number | null {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return number >= least && number <= most ? number : null
  }
}

/** Splits a list at its commas. Returns null if any entry is invalid. */
export function listOf(fits: (entry: string) => boolean): (text: string) => string[] | null {
  return (text) => {
    const entries = text.split(',').map((entry) => entry.trim())
    return entries.every(fits) ? entries : null
  }
}

/** Returns the origin of an http or https URL, or null if the URL contains more than an origin. */
export function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return bare && /^https?:$/.test(url.protocol) ? url.origin : null
}
