import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openKeys } from '#server/features/auth-keys/service.ts'
import { createUser } from '#server/features/auth-users/service.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { authForTest } from '#server/lib/auth/testing.ts'
import { randomToken } from '#server/lib/crypto/random.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { eachOf } from '#shared/lib/testing.ts'
import {
  claimFlow,
  codeForProvider,
  exchangeFlow,
  readPkce,
  startEmailFlow,
  startProviderFlow,
  takeProviderFlow,
} from './service.ts'

const auth = await authForTest(openKeys)
afterAll(() => auth.close())

const work = <T>(step: (tx: Transaction) => Promise<T>) => decide(auth.context.database, step)
const verifier = randomToken()
const challenge = createHash('sha256').update(verifier).digest('base64url')
const pkce = { challenge, method: 's256' } as const
const minutes = (count: number) => count * 60_000
let userId = ''
beforeEach(async () => {
  await auth.test.asOwner('delete from auth.users')
  const person = { email: 'ada@example.com', passwordHash: null }
  userId = (await work((tx) => createUser(tx, person, new Date()))).id
})

const start = () => work((tx) => startEmailFlow(tx, auth.context, pkce, userId, 'recovery'))
const claim = (id: string, by = userId) => work((tx) => claimFlow(tx, auth.context, id, by))
const exchange = (code: string | null, shown = verifier) =>
  work((tx) => exchangeFlow(tx, auth.context, code ?? '', shown))

describe('a flow that begins with a mail', () => {
  it('gives its person once, for the code and its verifier', async () => {
    const code = await claim(await start())
    expect(await exchange(code)).toEqual({
      user: expect.objectContaining({ id: userId }),
      method: 'recovery',
    })
    await expect(exchange(code)).rejects.toMatchObject({ code: 'flow_state_not_found', status: 404 })
    expect(await auth.test.asOwner('select * from auth.flow_state')).toEqual([])
  })

  it('gives it to one of two who come at once', async () => {
    const code = await claim(await start())
    const second = await auth.meanwhile(
      (tx) => exchangeFlow(tx, auth.context, code ?? '', verifier),
      () => exchange(code),
    )
    await expect(second()).rejects.toMatchObject({ code: 'flow_state_not_found' })
  })

  it('gives one code, and only to the person who asked', async () => {
    const id = await start()
    expect(await claim(id, randomUUID())).toBeNull()
    expect(await claim(id)).toMatch(/^[0-9a-f-]{36}$/)
    expect(await claim(id)).toBeNull()
    expect(await claim(randomUUID())).toBeNull()
  })

  it('keeps no code that could be used', async () => {
    const code = await claim(await start())
    const [row] = await auth.test.asOwner<{ row: string }>('select f::text as row from auth.flow_state f')
    expect(row?.row).not.toContain(code)
  })

  it('is not burnt by a wrong verifier', async () => {
    const code = await claim(await start())
    await expect(exchange(code, randomToken())).rejects.toMatchObject({
      code: 'bad_code_verifier',
      status: 400,
    })
    await expect(exchange(code, challenge)).rejects.toMatchObject({ code: 'bad_code_verifier' })
    expect(await exchange(code)).toMatchObject({ method: 'recovery' })
  })

  it('may wait for its mail to be read, and then five minutes', async () => {
    const id = await start()
    auth.time.now += minutes(50)
    const code = await claim(id)
    auth.time.now += minutes(5)
    expect(await exchange(code)).toMatchObject({ method: 'recovery' })
    const late = await claim(await start())
    auth.time.now += minutes(5) + 1
    await expect(exchange(late)).rejects.toMatchObject({ code: 'flow_state_expired', status: 422 })
    const unread = await start()
    auth.time.now += minutes(60)
    expect(await claim(unread)).toBeNull()
  })

  it('is worth nothing without a claim, and to somebody banned', async () => {
    await start()
    await expect(exchange(null)).rejects.toMatchObject({ code: 'flow_state_not_found' })
    const code = await claim(await start())
    await auth.test.asOwner("update auth.users set banned_until = now() + interval '10 years'")
    await expect(exchange(code)).rejects.toMatchObject({ code: 'user_banned' })
  })

  it('compares a plain challenge as it is', async () => {
    const plain = { challenge: verifier, method: 'plain' } as const
    const id = await work((tx) => startEmailFlow(tx, auth.context, plain, userId, 'magiclink'))
    const code = await claim(id)
    await expect(exchange(code, challenge)).rejects.toMatchObject({ code: 'bad_code_verifier' })
    expect(await exchange(code)).toMatchObject({ method: 'magiclink' })
  })
})

describe('a flow by way of a provider', () => {
  const begin = () => {
    const flow = { provider: 'work', redirectTo: 'https://site.example', pkce, linking: null }
    return work((tx) => startProviderFlow(tx, auth.context, flow))
  }
  const finish = (id: string) => {
    const tokens = { accessToken: 'access-of-the-provider', refreshToken: 'refresh-of-the-provider' }
    return work(async (tx) => {
      await takeProviderFlow(tx, auth.context, id, () => true)
      return codeForProvider(tx, auth.context, id, userId, tokens)
    })
  }

  it("hands out the provider's tokens once, and keeps them sealed", async () => {
    const code = await finish(await begin())
    const [row] = await auth.test.asOwner<{ row: string }>('select f::text as row from auth.flow_state f')
    expect(row?.row).not.toContain('of-the-provider')
    expect(await exchange(code)).toMatchObject({
      method: 'oauth',
      providerToken: 'access-of-the-provider',
      providerRefreshToken: 'refresh-of-the-provider',
    })
  })

  it('has five minutes for the whole way', async () => {
    const id = await begin()
    auth.time.now += minutes(4)
    const code = await finish(id)
    auth.time.now += minutes(1) + 1
    await expect(exchange(code)).rejects.toMatchObject({ code: 'flow_state_expired' })
  })

  it('leads back once, of two who return at the same moment', async () => {
    const id = await begin()
    const take = (tx: Transaction) => takeProviderFlow(tx, auth.context, id, () => true)
    const second = await auth.meanwhile(take, () => work(take))
    expect(await second()).toMatchObject([{ refusal: { code: 'flow_state_already_used' } }])
  })

  it('cannot be claimed as if it were a mail', async () => {
    const id = await begin()
    await auth.test.asOwner('update auth.flow_state set user_id = $1', [userId])
    expect(await claim(id)).toBeNull()
  })
})

describe('the pair of a client', () => {
  const read = (code_challenge?: unknown, code_challenge_method?: unknown) =>
    readPkce({ code_challenge, code_challenge_method })

  it('is read whatever the case of its method, or is not there', () => {
    expect(read(challenge, 'S256')).toEqual(pkce)
    expect(read(verifier, 'Plain')).toEqual({ challenge: verifier, method: 'plain' })
    expect(readPkce({})).toBeNull()
    expect(read(null, null)).toBeNull()
    expect(read('', '')).toBeNull()
  })

  it(
    'is refused with a challenge that is none',
    eachOf(
      [
        [challenge, undefined],
        [null, 's256'],
        [challenge, 'sha1'],
        ['x'.repeat(42), 's256'],
        ['x'.repeat(129), 's256'],
        [`${challenge}=`, 's256'],
        [`${challenge}\n`, 's256'],
        [[challenge, challenge], 's256'],
        [challenge, ['s256']],
      ],
      (first, second) => {
        expect(() => read(first, second)).toThrow(
          expect.objectContaining({ code: 'validation_failed', status: 400 }),
        )
      },
    ),
  )
})
