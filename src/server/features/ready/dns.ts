import { Resolver } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Look } from './types.ts'

/** The text records of a name, or why the name server returned none. */
export type Texts =
  | { state: 'found'; texts: string[] }
  | { state: 'none' | 'no_domain' | 'timeout' | 'unreachable' | 'refused' }

/** Name servers usually answer in a tenth of a second; after three seconds none is expected. */
const patienceMilliseconds = 3000

export async function textsOf({ settings: { nameServers }, signal }: Look, name: string): Promise<Texts> {
  const resolver = new Resolver({ timeout: 600, tries: 2 })
  if (nameServers) resolver.setServers([...nameServers])
  const over = new AbortController()
  const late = sleep(patienceMilliseconds, { state: 'timeout' } as const, {
    signal: AbortSignal.any([signal, over.signal]),
  })
  try {
    return await Promise.race([ask(resolver, name), late])
  } finally {
    over.abort()
    resolver.cancel()
  }
}

async function ask(resolver: Resolver, name: string): Promise<Texts> {
  try {
    const texts = (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    return texts.length > 0 ? { state: 'found', texts } : { state: 'none' }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return { state: states.get(code) ?? 'refused' }
  }
}

/** States by the error codes of Node's resolver; for any other code the server refused or failed. */
const states: ReadonlyMap<string, Exclude<Texts['state'], 'found'>> = new Map([
  ['ENODATA', 'none'],
  ['ENOTFOUND', 'no_domain'],
  ['ETIMEOUT', 'timeout'],
  ['ECANCELLED', 'timeout'],
  ['ECONNREFUSED', 'unreachable'],
  ['ENOTINITIALIZED', 'unreachable'],
] as const)
