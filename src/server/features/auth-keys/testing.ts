import { randomBytes } from 'node:crypto'
import { openSecretCipher, type SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { type KeysOptions, openKeys } from './service.ts'

/** Processes on one database, whose clocks a test moves together. */
export async function keysForTest() {
  const test = await testDatabase()
  const time = { now: Date.now() }
  const cipher: SecretCipher = openSecretCipher(randomBytes(32))
  const options: KeysOptions = {
    database: test.database,
    clock: () => time.now,
    cipher,
    issuer: () => 'https://site.example/auth/v1',
    audience: 'authenticated',
    tokenSeconds: 3600,
  }
  return {
    test,
    time,
    options,
    open: (change: Partial<KeysOptions> = {}) => openKeys({ ...options, ...change }),
    close: () => test.close(),
  }
}

export const claims = {
  sub: '2f1c0c1e-0000-4000-8000-000000000001',
  role: 'authenticated',
  aud: 'authenticated',
}
