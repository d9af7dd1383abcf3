import { BadToken, type Keys } from '#server/lib/auth/types.ts'
import type { RequestRole } from '#server/lib/db/database.ts'
import type { Caller } from './types.ts'

/** The caller of every request with the publishable key. */
const anonymous: Caller = {
  role: 'anon',
  claims: { role: 'anon' },
  key: 'anon',
  expires: Number.POSITIVE_INFINITY,
}

const roles: readonly string[] = ['anon', 'authenticated', 'service_role'] satisfies RequestRole[]
const isRole = (role: string): role is RequestRole => roles.includes(role)

/** The caller that a token identifies; throws `BadToken`. Without a signed-in user the client sends its key. */
export async function callerOf(
  token: unknown,
  keys: Pick<Keys, 'verify'>,
  isKey: (guess: string) => boolean,
): Promise<Caller> {
  if (token === undefined || token === null || token === '') return anonymous
  if (typeof token !== 'string') throw new BadToken('undecodable')
  if (isKey(token)) return anonymous
  const claims = await keys.verify(token)
  if (!isRole(claims.role)) throw new BadToken('undecodable')
  return { role: claims.role, claims, key: JSON.stringify(claims), expires: claims.exp * 1000 }
}

/** Whether rows read for one caller may be sent to the other: the same person with a newer token. */
export const isSamePerson = (one: Caller, other: Caller): boolean =>
  one.role === other.role && one.claims.sub === other.claims.sub
