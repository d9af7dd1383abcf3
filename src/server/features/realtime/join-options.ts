import { offered } from './policy.ts'
import { RefusedForGood } from './refused.ts'

type Options = Readonly<Record<string, unknown>>

/** Values of options that a program did not ask for: the client sends them with every join. */
const isUnasked = (value: unknown): boolean =>
  value === undefined || value === null || value === false || value === ''

const isGroup = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Refuses options of a channel other than its changes: acknowledged broadcasts, presence, private channels, and options
 * of later clients.
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
