import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { authForTest, withWrongDigit } from '#server/features/auth-sessions/testing.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { clearCodes, consumeCode, issueCode, lookUpCode, lookUpToken, redeemNonce } from './codes.ts'

const at = await authForTest()
afterAll(() => at.close())
const { context, inside } = at

type Kind = 'confirmation' | 'recovery' | 'reauthentication'
const issue = ({ id, email }: { id: string; email: string }, kind: Kind = 'recovery') =>
  inside((tx) => issueCode(tx, context, { userId: id, kind, address: email }))
/** The users to whom the link and the digits belong. */
const find = (address: string, { token, code }: { token: string; code: string }) =>
  inside(async (tx) => {
    const kinds = ['recovery', 'confirmation'] as const
    const found = [
      await lookUpToken(tx, context, token, kinds),
      await lookUpCode(tx, context, { address, code }, kinds),
    ]
    return found.map((each) => each?.user_id ?? null)
  })

it('[S6] stores the token of an emailed link only as a hash, and the digits only as a keyed hash', async () => {
  const user = await at.person()
  const { token, code, expiresAt } = await issue(user)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(expiresAt.getTime() - at.time.now).toBe(3600_000)
  const rows = await at.test.asOwner<{ token_hash: string; code_hash: string }>(
    `select * from auth.one_time_tokens t join private.one_time_codes c on c.token_id = t.id where user_id = $1`,
    [user.id],
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows[0]?.code_hash).not.toContain(code)
  const bound = JSON.stringify([user.id, 'recovery', user.email, code])
  expect(rows[0]?.code_hash).toBe(context.cipher.mac('one-time code', bound))
  // An attacker who has a dump but not the key cannot try all one million combinations of digits.
  expect(openSecretCipher(randomBytes(32)).mac('one-time code', bound)).not.toBe(rows[0]?.code_hash)
})

it('[S6] voids the link and digits of a one-time code when a new code of the same kind is issued, but keeps codes of other kinds', async () => {
  const user = await at.person()
  const [old, other, fresh] = [await issue(user), await issue(user, 'confirmation'), await issue(user)]
  // The chance that the new digits equal the old digits is one in a million.
  if (old.code !== fresh.code) expect(await find(user.email, old)).toEqual([null, null])
  for (const each of [fresh, other]) expect(await find(user.email, each)).toEqual([user.id, user.id])
})

it('[S6] voids the link and digits of a one-time code an hour after the code is issued', async () => {
  const user = await at.person()
  const issued = await issue(user)
  at.time.now += 3600_000 - 1
  expect(await find(user.email, issued)).toEqual([user.id, user.id])
  at.time.now += 1
  expect(await find(user.email, issued)).toEqual([null, null])
})

it('refuses a one-time code if a new code replaces it between its lookup and its use', async () => {
  const user = await at.person()
  const { token } = await issue(user)
  const found = await inside((tx) => lookUpToken(tx, context, token, ['recovery']))
  if (!found) throw new Error('not found')
  await issue(user)
  expect(await inside((tx) => consumeCode(tx, found))).toBe(false)
})

it('[S1] creates a one-time code for an unknown user in the same way as for a known user, but does not store it', async () => {
  const id = randomUUID()
  const { token, code } = await issue({ id, email: 'nobody@example.com' })
  expect([token.length, code.length]).toEqual([43, 6])
  expect(await at.test.asOwner('select from auth.one_time_tokens where user_id = $1', [id])).toEqual([])
})

it("deletes one user's one-time codes, but not those of other users", async () => {
  const [one, two] = [await at.person(), await at.person()]
  const [gone, kept] = [await issue(one, 'reauthentication'), await issue(two, 'reauthentication')]
  await inside((tx) => clearCodes(tx, one.id))
  expect(await inside((tx) => redeemNonce(tx, context, one.id, gone.code))).toBe(false)
  expect(await inside((tx) => redeemNonce(tx, context, two.id, kept.code))).toBe(true)
})

it('accepts a reauthentication nonce only once and only from its user, and rejects it after five wrong attempts', async () => {
  const [user, other] = [await at.person(), await at.person()]
  const redeem = (code: string, { id } = user) => inside((tx) => redeemNonce(tx, context, id, code))
  const first = await issue(user, 'reauthentication')
  expect([await redeem(first.code, other), await redeem(first.code), await redeem(first.code)]).toEqual([
    false,
    true,
    false,
  ])
  const second = await issue(user, 'reauthentication')
  for (let tries = 0; tries < 5; tries++) expect(await redeem(withWrongDigit(second.code))).toBe(false)
  expect(await redeem(second.code)).toBe(false)
})
