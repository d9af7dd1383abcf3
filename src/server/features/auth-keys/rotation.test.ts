import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { BadToken } from '#server/lib/auth/types.ts'
import { replaceKeys, rotateKeys } from './rotation.ts'
import { claims, keysForTest } from './testing.ts'

const room = await keysForTest()
afterAll(() => room.close())
beforeEach(() => room.test.asOwner('delete from private.signing_keys'))

const minute = 60_000
const kidOf = (token: string) => decodeProtectedHeader(token).kid
const isBad = (reason: BadToken['reason']) =>
  expect.objectContaining({ constructor: BadToken, reason }) as unknown as BadToken

describe('rotation', () => {
  it('publishes the next key before it signs, and tokens of the old one verify on', async () => {
    const keys = await room.open()
    const before = await keys.sign(claims, 3600)
    const from = await rotateKeys(room.options)
    expect(from.getTime() - room.time.now).toBe(15 * minute)
    // By now every process has read the keys again.
    room.time.now += minute + 1
    expect(await keys.published()).toHaveLength(2)
    expect(kidOf(await keys.sign(claims, 3600))).toBe(kidOf(before))
    room.time.now = from.getTime()
    const after = await keys.sign(claims, 3600)
    expect(kidOf(after)).not.toBe(kidOf(before))
    expect(await keys.verify(before)).toMatchObject({ sub: claims.sub })
    expect(await keys.verify(after)).toMatchObject({ sub: claims.sub })
  })

  it('asked again before the change, makes no further key', async () => {
    await room.open()
    const from = await rotateKeys(room.options)
    room.time.now += minute
    expect(await rotateKeys(room.options)).toEqual(from)
  })

  it('removes a key when the last token it signed is over, and not before', async () => {
    const keys = await room.open()
    const first = await keys.sign(claims, 3600)
    const change = await rotateKeys(room.options)
    room.time.now = change.getTime() - 1000
    const last = await keys.sign(claims, 3600)
    expect(kidOf(last)).toBe(kidOf(first))
    room.time.now = change.getTime() + 3_598_000
    await rotateKeys(room.options)
    expect(await keys.verify(last)).toMatchObject({ sub: claims.sub })
    room.time.now = change.getTime() + 3_600_000 + 2 * minute
    await rotateKeys(room.options)
    room.time.now += 2 * minute
    expect((await keys.published()).map(({ kid }) => kid)).not.toContain(kidOf(first))
  })

  it('is found by another process as soon as a token names the new key', async () => {
    const other = await room.open()
    room.time.now += 3000
    await replaceKeys(room.options)
    const changed = await room.open()
    const token = await changed.sign(claims, 60)
    expect(await other.verify(token)).toMatchObject({ sub: claims.sub })
    expect(kidOf(await other.sign(claims, 60))).toBe(kidOf(token))
  })
})

describe('replaced at once', () => {
  const second = 1000
  const byCommand = () => replaceKeys(room.options)
  const atTheDesk = async () => void (await room.test.asOwner('delete from private.signing_keys'))

  it.each([
    ['by command', byCommand],
    ['at the desk, which can make none', atTheDesk],
  ] as const)(
    '%s: what the old one signed is refused by every process within five seconds',
    async (_, replace) => {
      const [one, other] = [await room.open(), await room.open()]
      const before = await one.sign(claims, 3600)
      expect(await other.verify(before)).toMatchObject({ sub: claims.sub })
      await replace()
      room.time.now += 5 * second
      for (const keys of [one, other]) await expect(keys.verify(before)).rejects.toEqual(isBad('undecodable'))
      const after = await one.sign(claims, 3600)
      expect(await other.verify(after)).toMatchObject({ sub: claims.sub })
      expect((await one.published()).map(({ kid }) => kid)).toEqual([kidOf(after)])
      expect(kidOf(await other.sign(claims, 60))).toBe(kidOf(after))
    },
  )

  it('signs for processes too whose clock is behind, and is believed after a clock was set back', async () => {
    const keys = await room.open()
    const before = await keys.sign(claims, 3600)
    const behind = await room.open({ clock: () => room.time.now - 30 * minute })
    await byCommand()
    room.time.now += 5 * second
    expect(kidOf(await behind.sign(claims, 60))).toBe(kidOf(await keys.sign(claims, 60)))
    await byCommand()
    room.time.now -= 10 * minute
    await expect(keys.verify(before)).rejects.toEqual(isBad('undecodable'))
  })

  it('is told to whoever believed a token, and a rotation in order is not', async () => {
    const keys = await room.open()
    let told = 0
    keys.onRevoked(() => told++)
    await rotateKeys(room.options)
    room.time.now += 5 * second
    await keys.refresh()
    expect(told).toBe(0)
    await byCommand()
    room.time.now += 5 * second
    await keys.refresh()
    expect(told).toBe(1)
  })

  it('one token alone, by its number', async () => {
    const [one, other] = [await room.open(), await room.open()]
    const jti = crypto.randomUUID()
    const token = await one.sign({ ...claims, jti }, 3600)
    const another = await one.sign({ ...claims, jti: crypto.randomUUID() }, 3600)
    await room.test.asOwner('insert into private.ended_tokens (jti) values ($1)', [jti])
    room.time.now += 5 * second
    for (const keys of [one, other]) {
      await expect(keys.verify(token)).rejects.toEqual(isBad('undecodable'))
      expect(await keys.verify(another)).toMatchObject({ jti: expect.any(String) as string })
    }
  })
})
