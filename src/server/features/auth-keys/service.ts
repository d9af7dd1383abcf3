import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { type AccessClaims, BadToken, type Keys } from '#server/lib/auth/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { type SecretBox, sealedBy } from '#server/lib/crypto/secret-box.ts'
import type { Database, Transaction } from '#server/lib/db/database.ts'
import { type Key, makeKey, openKey } from './key-material.ts'
import { insertKey, lockKeys, readKeys, removeKeysReplacedBefore } from './queries.ts'
import type { Algorithm, StoredKey } from './types.ts'

export interface KeysOptions {
  database: Database
  clock: Clock
  box: SecretBox
  algorithm: Algorithm
  /** Tokens name no other issuer than this. */
  issuer: () => string
  audience: string
  /** The shared secret of an imported project, whose tokens carry no `kid`. */
  legacySecret: string | null
  /** The longest life of a token; a key verifies so long after it signed last. */
  tokenSeconds: number
}

/** Clients keep the published set for ten minutes, so a new key signs when each of them must have seen it. */
const publishedAhead = 15 * 60_000
/** How often a process looks for keys that another one made. */
const freshFor = 60_000
/** A token that names a key we do not know makes us look at once, but not for each such token. */
const lookAgainAfter = 2000

/** The keys in the database were sealed with other master keys than ours: the ids of those. */
export class SealedWithAnotherKey extends Error {
  override name = 'SealedWithAnotherKey'
  readonly ids: readonly string[]
  constructor(ids: readonly string[]) {
    super('the signing keys were sealed with another key')
    this.ids = ids
  }
}

const inService = { role: 'supabase_auth_admin', claims: {} } as const

/** The keys of all processes on this database; the first start makes one. */
export async function openKeys(options: KeysOptions): Promise<Keys> {
  const { clock, issuer, audience } = options
  const secret = options.legacySecret === null ? null : new TextEncoder().encode(options.legacySecret)
  await ensureKey(options)
  let known = await load(options)
  let loading: Promise<void> | null = null
  let loadedAt = clock()

  const reload = () =>
    (loading ??= load(options)
      .then((keys) => {
        known = keys
        loadedAt = clock()
      })
      .finally(() => {
        loading = null
      }))
  const current = async (): Promise<readonly Key[]> => {
    if (clock() - loadedAt > freshFor) await reload()
    return known
  }
  const keyFor = async (token: string): Promise<Pick<Key, 'algorithm' | 'verifying'>> => {
    const { kid, alg } = decodeProtectedHeader(token)
    const find = (keys: readonly Key[]) => keys.find(({ id }) => id === kid)
    let key = find(await current())
    if (!key && kid !== undefined && clock() - loadedAt > lookAgainAfter) {
      await reload()
      key = find(known)
    }
    if (key) return key
    if (secret && alg === 'HS256') return { algorithm: 'HS256', verifying: secret }
    throw new BadToken('undecodable')
  }

  return {
    async sign(claims, seconds) {
      const now = clock()
      const key = (await current()).find(({ signsFrom }) => signsFrom <= now)
      if (!key) throw new Error('no key signs yet')
      const issuedAt = Math.floor(now / 1000)
      return new SignJWT({ iss: issuer(), ...claims, iat: issuedAt, exp: issuedAt + seconds })
        .setProtectedHeader({ alg: key.algorithm, kid: key.id, typ: 'JWT' })
        .sign(key.signing)
    },
    async verify(token) {
      try {
        const key = await keyFor(token)
        const { payload } = await jwtVerify(token, key.verifying, {
          algorithms: [key.algorithm],
          issuer: issuer(),
          audience,
          requiredClaims: ['exp', 'iat', 'role'],
          currentDate: new Date(clock()),
        })
        return payload as AccessClaims
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new BadToken('expired')
        if (error instanceof errors.JOSEError || error instanceof BadToken || error instanceof TypeError) {
          throw new BadToken('undecodable')
        }
        throw error
      }
    },
    async published() {
      return (await current()).flatMap(({ published }) => published ?? [])
    },
  }
}

async function load({ database, box }: KeysOptions): Promise<Key[]> {
  const stored = await database.transaction(inService.role, inService.claims, (tx) => readOurs(tx, box))
  return Promise.all(stored.map((key) => openKey(box, key)))
}

/** All keys. Nothing is written beside some that we cannot open: the right master key would not open ours. */
async function readOurs(tx: Transaction, box: SecretBox): Promise<StoredKey[]> {
  const stored = await readKeys(tx)
  const ids = sealersOf(stored).filter((id) => id !== box.id)
  if (ids.length > 0) throw new SealedWithAnotherKey(ids)
  return stored
}

const sealersOf = (stored: readonly StoredKey[]): string[] => [
  ...new Set(stored.map(({ sealed_key }) => sealedBy(sealed_key))),
]

/** The ids of the master keys that have sealed what is in the database; the first start finds none. */
export async function readSealers(tx: Transaction): Promise<string[]> {
  return sealersOf(await readKeys(tx))
}

/**
 * The first start makes a key, and so does the first one with another algorithm. Making one takes its time on a busy
 * machine, so it is made before the transaction, which the others wait for.
 */
async function ensureKey({ database, box, clock, algorithm }: KeysOptions): Promise<void> {
  const isMissing = async (tx: Transaction) => (await readOurs(tx, box))[0]?.algorithm !== algorithm
  if (!(await database.transaction(inService.role, inService.claims, isMissing))) return
  const key = await makeKey(box, algorithm, clock())
  await database.transaction(inService.role, inService.claims, async (tx) => {
    await lockKeys(tx)
    if (await isMissing(tx)) await insertKey(tx, key)
  })
}

/**
 * Publishes a new key at once, which begins to sign when every client has seen it. Asked again before that, it makes
 * no further one. Gives the moment of the change.
 */
export async function rotateKeys(
  options: Pick<KeysOptions, 'database' | 'clock' | 'box' | 'algorithm' | 'tokenSeconds'>,
): Promise<Date> {
  const { database, clock, box, algorithm, tokenSeconds } = options
  const now = clock()
  const key = await makeKey(box, algorithm, now + publishedAhead)
  return database.transaction(inService.role, inService.claims, async (tx) => {
    await lockKeys(tx)
    await removeKeysReplacedBefore(tx, new Date(now - tokenSeconds * 1000 - freshFor))
    const [newest] = await readOurs(tx, box)
    if (newest && newest.signs_from.getTime() > now) return newest.signs_from
    await insertKey(tx, key)
    return key.signs_from
  })
}
