import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { clearCodes, issueCode, lookUpCode, lookUpToken, redeemNonce, spendCode } from './codes.ts'
import { codesForTest, newAddress, wrong } from './testing.ts'

let on: Awaited<ReturnType<typeof codesForTest>>
beforeAll(async () => {
  on = await codesForTest()
})
afterAll(() => on.close())

const issue = (userId: string, kind: 'confirmation' | 'recovery' | 'reauthentication', address: string) =>
  on.inside((tx) => issueCode(tx, on.context, { userId, kind, address }))

it('keeps neither the link nor the digits, in no form that one can try digits against', async () => {
  const user = await on.person()
  const { token, code, expiresAt } = await issue(user.id, 'recovery', user.email as string)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(expiresAt.getTime() - on.time.now).toBe(3600_000)
  const rows = await on.test.asOwner<{ token_hash: string; code_hash: string }>(
    `select * from auth.one_time_tokens t join private.one_time_codes c on c.token_id = t.id where user_id = $1`,
    [user.id],
  )
  expect(rows).toHaveLength(1)
  const dump = JSON.stringify(rows)
  expect(dump).not.toContain(token)
  expect(rows[0]?.code_hash).not.toContain(code)
  const bound = JSON.stringify([user.id, 'recovery', user.email, code])
  expect(rows[0]?.code_hash).toBe(on.context.cipher.mac('one-time code', bound))
  // An attacker with the dump and not the key cannot try a million digits.
  expect(openSecretCipher(randomBytes(32)).mac('one-time code', bound)).not.toBe(rows[0]?.code_hash)
})

it('makes an older one of the kind void, its link and its digits, and leaves other kinds alone', async () => {
  const user = await on.person()
  const address = user.email as string
  const old = await issue(user.id, 'recovery', address)
  const other = await issue(user.id, 'confirmation', address)
  const fresh = await issue(user.id, 'recovery', address)
  const look = (token: string, code: string) =>
    on.inside(async (tx) => [
      await lookUpToken(tx, on.context, token, ['recovery', 'confirmation']),
      await lookUpCode(tx, on.context, { address, code }, ['recovery', 'confirmation']),
    ])
  // Once in a million the new digits are the old ones.
  if (old.code !== fresh.code) expect(await look(old.token, old.code)).toEqual([null, null])
  for (const { token, code } of [fresh, other]) {
    expect((await look(token, code)).every((found) => found?.user_id === user.id)).toBe(true)
  }
})

it('is void after its time, by the clock', async () => {
  const user = await on.person()
  const address = user.email as string
  const { token, code } = await issue(user.id, 'recovery', address)
  const found = () =>
    on.inside(async (tx) => [
      (await lookUpToken(tx, on.context, token, ['recovery'])) !== null,
      (await lookUpCode(tx, on.context, { address, code }, ['recovery'])) !== null,
    ])
  on.time.now += 3600_000 - 1
  expect(await found()).toEqual([true, true])
  on.time.now += 1
  expect(await found()).toEqual([false, false])
})

it('is void when another request was faster, or a newer one came between', async () => {
  const user = await on.person()
  const address = user.email as string
  const { token } = await issue(user.id, 'recovery', address)
  const found = await on.inside((tx) => lookUpToken(tx, on.context, token, ['recovery']))
  if (!found) throw new Error('not found')
  await issue(user.id, 'recovery', address)
  expect(await on.inside((tx) => spendCode(tx, found))).toBe(false)
})

it('does the work for nobody and keeps nothing', async () => {
  const nobody = randomUUID()
  const { token, code } = await issue(nobody, 'recovery', newAddress())
  expect([token.length, code.length]).toEqual([43, 6])
  const rows = await on.test.asOwner('select from auth.one_time_tokens where user_id = $1', [nobody])
  expect(rows).toEqual([])
})

it('forgets all of a person’s codes, and nobody else’s', async () => {
  const [one, two] = [await on.person(), await on.person()]
  const gone = await issue(one.id, 'reauthentication', one.email as string)
  const kept = await issue(two.id, 'reauthentication', two.email as string)
  await on.inside((tx) => clearCodes(tx, one.id))
  const nonce = (userId: string, code: string) => on.inside((tx) => redeemNonce(tx, on.context, userId, code))
  expect(await nonce(one.id, gone.code)).toBe(false)
  expect(await nonce(two.id, kept.code)).toBe(true)
})

it('takes a nonce once, from whom it was sent to, and not after five wrong ones', async () => {
  const [user, other] = [await on.person(), await on.person()]
  const nonce = (code: string, userId = user.id) =>
    on.inside((tx) => redeemNonce(tx, on.context, userId, code))
  const first = await issue(user.id, 'reauthentication', user.email as string)
  expect(await nonce(first.code, other.id)).toBe(false)
  expect(await nonce(first.code)).toBe(true)
  expect(await nonce(first.code)).toBe(false)
  const second = await issue(user.id, 'reauthentication', user.email as string)
  for (let tries = 0; tries < 5; tries++) expect(await nonce(wrong(second.code))).toBe(false)
  expect(await nonce(second.code)).toBe(false)
})
