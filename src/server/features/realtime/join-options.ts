import { offered } from './policy.ts'
import { RefusedForGood } from './refused.ts'

type Options = Readonly<Record<string, unknown>>

/** What the client sends where nothing was asked for: every join says that it wants no acknowledgement, and so on. */
const isUnasked = (value: unknown): boolean =>
  value === undefined || value === null || value === false || value === ''

const isGroup = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Refuses by name what a channel asks for beside its changes: an acknowledgement of broadcasts, a presence, privacy, and
 * what later clients may know.
 */
export function refuseOptions(config: Options): void {
  for (const [name, value] of Object.entries(config)) {
    const asked: Options = isGroup(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [`${name}.${key}`, each]))
      : { [name]: value }
    const option = Object.keys(asked).find((key) => !isUnasked(asked[key]))
    if (option !== undefined) throw new RefusedForGood(`'config.${option}' is not offered. ${offered}`)
  }
}
