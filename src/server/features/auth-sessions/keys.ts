import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { type AccessClaims, BadToken, type Keys } from '#server/lib/auth/context.ts'
import { keyTest } from '#server/lib/crypto/tokens.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { Overloaded } from '#server/lib/overload.ts'
import { decryptSigningKey, ensureKey, type KeysOptions, readOwnKeys, type SigningKey } from './key-rotation.ts'
import { readRevokedTokens } from './token-queries.ts'

export type { KeysOptions } from './key-rotation.ts'
export { EncryptedWithAnotherKey, readEncryptionKeyIds, replaceKeys, rotateKeys } from './key-rotation.ts'

/**
 * Milliseconds for which a process trusts the keys that it read, so that a revoked key is useless everywhere within
 * five seconds. Processes poll, because some poolers drop LISTEN, and one small query every three seconds costs almost
 * nothing.
 */
const freshFor = 3000
/** Minimum number of milliseconds between two reloads that tokens with unknown key ids trigger. */
const reloadInterval = 2000

/**
 * Issue and expiry times for the secret key. The key is valid as long as it is configured, so it expires only at the
 * end of the year 9999.
 */
const unlimitedTimes = { iat: 0, exp: 253_402_300_799 }

const requiredClaims = ['exp', 'iat', 'role']

/** Opens the keys that all processes on this database share; the first start creates one. */
export async function openKeys(options: KeysOptions): Promise<Keys> {
  const { clock, audience, issuer } = options
  const isSecretKey = options.secretKey ? keyTest(options.secretKey) : () => false
  await ensureKey(options)
  let { keys: known, ended } = await load(options, [])
  let loading: Promise<void> | null = null
  let loadedAt = clock()
  const listeners = new Set<() => void>()

  const believe = (loaded: LoadedKeys) => {
    const isLess =
      known.some(({ id }) => !loaded.keys.some((key) => key.id === id)) ||
      [...loaded.ended].some((jti) => !ended.has(jti))
    known = loaded.keys
    ended = loaded.ended
    loadedAt = clock()
    if (isLess) for (const listener of listeners) listener()
  }
  const reload = () =>
    (loading ??= load(options, known)
      .then(believe)
      .finally(() => {
        loading = null
      }))
  // If the clock was set back, keys that were read long ago must not count as fresh.
  const isOld = () => Math.abs(clock() - loadedAt) > freshFor
  const refresh = async () => {
    if (isOld()) await reload()
  }
  const current = async (): Promise<readonly SigningKey[]> => {
    await refresh()
    return known
  }
  /**
   * Reads the keys over the caller's connection: if every caller waited for a second connection, none would get one. If
   * no key is left, keys are created outside this transaction.
   */
  const refreshWithin = async (tx: Transaction) => {
    if (!isOld()) return
    const loaded = await read(tx, options, known)
    if (loaded.keys.length > 0) return believe(loaded)
    reload().catch(() => {})
    throw new Overloaded('signing keys are being replaced')
  }
  const keyOf = async (token: string): Promise<SigningKey> => {
    const { kid } = decodeProtectedHeader(token)
    const find = () => known.find(({ id }) => id === kid)
    await refresh()
    if (!find() && kid !== undefined && clock() - loadedAt > reloadInterval) await reload()
    const key = find()
    if (!key) throw new BadToken('undecodable')
    return key
  }

  return {
    async sign(claims, seconds, tx) {
      const now = clock()
      await (tx ? refreshWithin(tx) : refresh())
      const key = known.find(({ signsFrom }) => signsFrom <= now)
      if (!key) throw new Error('active signing key is missing')
      const issuedAt = Math.floor(now / 1000)
      return new SignJWT({ iss: issuer(), ...claims, iat: issuedAt, exp: issuedAt + seconds })
        .setProtectedHeader({ alg: key.algorithm, kid: key.id, typ: 'JWT' })
        .sign(key.signing)
    },
    async verify(token) {
      if (isSecretKey(token)) return { iss: issuer(), aud: audience, role: 'service_role', ...unlimitedTimes }
      try {
        // Accepts only the algorithm of the key, even if the token names another algorithm.
        const { algorithm, verifying } = await keyOf(token)
        const { payload } = await jwtVerify(token, verifying, {
          issuer: issuer(),
          audience,
          algorithms: [algorithm],
          requiredClaims,
          currentDate: new Date(clock()),
        })
        if (payload.jti !== undefined && ended.has(payload.jti)) throw new BadToken('undecodable')
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
    refresh,
    onRevoked: (listener) => void listeners.add(listener),
  }
}

interface LoadedKeys {
  keys: readonly SigningKey[]
  /** The `jti` of tokens that were revoked individually. */
  ended: ReadonlySet<string>
}

async function load(options: KeysOptions, known: readonly SigningKey[]): Promise<LoadedKeys> {
  const loaded = await options.database.transaction('supabase_auth_admin', {}, (tx) => read(tx, options, known))
  if (loaded.keys.length > 0) return loaded
  // An owner has deleted all keys in the desk, and the desk cannot create new ones.
  await ensureKey(options)
  return load(options, [])
}

/** Reads all keys, and decrypts only those that are new to this process. */
async function read(tx: Transaction, { cipher }: KeysOptions, known: readonly SigningKey[]): Promise<LoadedKeys> {
  const [stored, ended] = await Promise.all([readOwnKeys(tx, cipher), readRevokedTokens(tx)])
  const keys = await Promise.all(
    stored.map(async (key) => known.find(({ id }) => id === key.id) ?? decryptSigningKey(cipher, key)),
  )
  return { keys, ended: new Set(ended) }
}
