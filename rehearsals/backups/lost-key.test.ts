import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postBooking } from '#rehearsals/visitors.ts'
import { runCommand } from '#server/app/commands/auth-command.ts'
import { command } from '#server/app/commands/command-testing.ts'
import { readConfig } from '#server/app/config/config.ts'
import { startErrorMessage } from '#server/app/running/run.ts'
import { start } from '#server/app/running/start.ts'
import { siteWithPacksForTest } from '#server/features/packs/testing.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { createLog } from '#server/lib/log.ts'

const test = await testDatabase()
const site = siteWithPacksForTest()
const dataDir = join(site.folder, '../data')
const environment = {
  PORT: '0',
  DATABASE_URL: test.url,
  MIGRATION_URL: test.ownerUrl,
  DATA_DIR: dataDir,
}
const path = join(dataDir, 'encryption.key')
const backup = `${path}.backup`
afterAll(async () => {
  await test.close()
  site.remove()
})

const startHere = (more: Record<string, string> = {}) =>
  start(readConfig({ ...environment, ...more }), site.folder, createLog(new PassThrough().resume()))

/** Returns the reason the server did not start, or null if it started. */
async function refusal(more: Record<string, string> = {}): Promise<string | null> {
  try {
    const running = await startHere(more)
    await running.stop()
    return null
  } catch (error) {
    return startErrorMessage(error, null) ?? 'no sentence'
  }
}

const commanded = (...words: string[]) => command(runCommand, words, environment)

beforeAll(async () => {
  expect(await refusal()).toBe(null)
  renameSync(path, backup)
})

it('[G3] refuses to create a new encryption key if the old key is missing, and starts after the old key is restored', async () => {
  const says = await refusal()
  expect(says).toContain('The database was encrypted with a key that is missing')
  expect(says).toContain(`restore ${path} from a backup`)
  expect(says).toContain('npm run auth -- give-up-key')
  expect((await commanded('invite', 'anna@example.com')).says).toContain(`restore ${path}`)
  expect(existsSync(path)).toBe(false)

  renameSync(backup, path)
  expect(await refusal()).toBe(null)
  renameSync(path, backup)
})

it('reports a wrong or invalid encryption key, and leaves the key file and the signing keys unchanged', async () => {
  const keys = await test.asOwner('select * from private.signing_keys')
  const other = `${Buffer.alloc(32, 3).toString('base64')}\n`
  for (const [text, sentence] of [
    [other, 'The database was encrypted with another key: put the right one into'],
    ['no key', 'must contain 32 bytes as base64; restore it from a backup.'],
  ] as const) {
    writeFileSync(path, text)
    expect(await refusal()).toContain(sentence)
    expect(readFileSync(path, 'utf8')).toBe(text)
  }
  rmSync(path)
  expect(await test.asOwner('select * from private.signing_keys')).toEqual(keys)
})

it('[G3] discards a lost encryption key after confirmation, deletes all data that only this key could decrypt, and starts the server', async () => {
  const lost = openSecretCipher(Buffer.from(readFileSync(backup, 'utf8'), 'base64'))
  const sealed = await lost.seal('any', 'text')
  const [{ id } = { id: '' }] = await test.asOwner<{ id: string }>(
    "insert into auth.users (email, encrypted_password) values ('anna@example.com', 'a hash') returning id",
  )
  await test.asOwner(
    "insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', $2)",
    [id, sealed],
  )
  await test.asOwner('insert into auth.sessions (user_id) values ($1)', [id])
  await test.asOwner('insert into private.recovery_code_sets (user_id) values ($1)', [id])
  await test.asOwner(
    "insert into webhooks (url, events, sealed_secret) values ('https://a.example/', '{booking.created}', $1)",
    [sealed],
  )
  await test.asOwner("insert into staff_members (id, role) values ($1, 'agent')", [id])
  await test.asOwner("insert into private.hosts (id, time_zone) values ($1, 'UTC')", [id])
  await test.asOwner("insert into private.host_calendars (host, name, sealed_access, events) values ($1, 'n', $2, 3)", [
    id,
    sealed,
  ])
  await test.asOwner(
    `insert into private.team_mailbox (host, port, username, sealed_password, makes_messages, uid_validity, last_uid, first_uid_validity)
     values ('imap.example.com', 993, 'team', $1, false, 1, 0, 1)`,
    [sealed],
  )
  await test.asOwner("insert into outbox (channel, kind, user_id, sealed) values ('letter', 'account', $1, $2)", [
    id,
    sealed,
  ])
  await test.asOwner(
    `insert into auth.flow_state (provider_type, authentication_method, provider_access_token) values ('work', 'oauth', $1)`,
    [sealed],
  )

  const asked = await commanded('give-up-key')
  expect(asked.code).toBe(1)
  expect(asked.says).toContain('second factors: 1, sets of recovery codes: 1')
  expect(asked.says).toContain('npm run auth -- give-up-key lost')
  expect(await test.asOwner('select from auth.mfa_factors')).toHaveLength(1)
  expect(existsSync(path)).toBe(false)

  const done = await commanded('give-up-key', 'lost')
  expect(done).toEqual({ code: 0, says: expect.stringContaining(`encrypted with ${path}`) as string })
  expect(await tablesEncryptedWith(sealed)).toEqual([])
  expect(await test.asOwner('select from auth.sessions')).toEqual([])
  expect(await test.asOwner('select encrypted_password from auth.users')).toEqual([{ encrypted_password: 'a hash' }])
  expect(await test.asOwner('select is_active from webhooks')).toEqual([{ is_active: false }])
  expect(await test.asOwner('select fault, events from private.host_calendars')).toEqual([
    { fault: 'key-lost', events: 3 },
  ])
  expect(await test.asOwner('select fault from private.team_mailbox')).toEqual([{ fault: 'key-lost' }])
  expect(await test.asOwner("select state from outbox where kind = 'account'")).toEqual([{ state: 'dropped' }])
  expect(await test.asOwner("select user_id from outbox where kind = 'second-step-reset'")).toEqual([{ user_id: id }])

  const running = await startHere()
  expect((await postBooking(running.url)).status).toBe(201)
  await running.stop()
  expect((await commanded('give-up-key', 'lost')).says).toContain('No key is lost')
})

/** Tables with values encrypted with the same key; the first characters of a value identify the key. */
async function tablesEncryptedWith(sealed: string): Promise<string[]> {
  const tables = await test.asOwner<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('auth', 'private', 'public')`,
  )
  const holders: string[] = []
  for (const { name } of tables) {
    const like = `%${sealed.slice(0, 58)}%`
    const rows = await test.asOwner(`select from ${name} as t where t::text like $1 limit 1`, [like])
    if (rows.length > 0) holders.push(name)
  }
  return holders
}
