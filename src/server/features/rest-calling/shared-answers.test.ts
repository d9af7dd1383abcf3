import { afterAll, describe, expect, it } from 'vitest'
import { key } from '#server/lib/rest/testing.ts'
import { SharedAnswers } from './shared-answers.ts'
import { restForTest } from './testing.ts'

describe('an answer for all', () => {
  /** Answers in turn, and counts the calls. */
  function asked(...answers: (string | Error)[]) {
    let times = 0
    const ask = async () => {
      const answer = answers[times++ % answers.length] ?? ''
      if (answer instanceof Error) throw answer
      return answer
    }
    return { ask, times: () => times }
  }

  it('is asked for once by many at once, and again when its time is over', async () => {
    let now = 0
    const answers = new SharedAnswers<string>(() => now)
    const { ask, times } = asked('first', 'second')
    const get = () => answers.get('calls', 60, ask)
    expect(new Set(await Promise.all(Array.from({ length: 100 }, get)))).toEqual(new Set(['first']))
    now = 59_999
    expect([await get(), times()]).toEqual(['first', 1])
    now = 60_000
    expect([await get(), await get(), times()]).toEqual(['second', 'second', 2])
  })

  it('that fails is told to those who waited, and asked for anew by the next', async () => {
    const answers = new SharedAnswers<string>(() => 0)
    const { ask, times } = asked(new Error('down'), 'up')
    const get = () => answers.get('calls', 60, ask)
    const outcomes = await Promise.allSettled([get(), get()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([await get(), times()]).toEqual(['up', 2])
  })
})

describe('the free calls of this week', async () => {
  let now = Date.now()
  const room = await restForTest(() => now)
  afterAll(() => room.close())

  const path = '/rest/v1/rpc/free_calls_this_week'
  const ask = (headers: object = {}, query = '') =>
    room.send({ method: 'GET', url: path + query, headers: { apikey: key, ...headers } })
  const capacity = (calls: number) => room.asOwner('update desk_settings set weekly_capacity = $1', [calls])

  it('are told to strangers by either method, and may be kept by those in between for a minute', async () => {
    // The number of free calls depends on the day; a request at the same moment gets the same.
    const said = (await room.asOwner<{ calls: object }>('select free_calls_this_week() as calls'))[0]?.calls
    expect(said).toMatchObject({ capacity: 5, taken: 0 })
    const answer = await ask()
    expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([
      200,
      said,
      'public, max-age=60',
    ])
    const posted = await room.post('rpc/free_calls_this_week', {})
    expect([posted.json(), posted.headers['cache-control']]).toEqual([said, 'no-store'])
    // Caches would repeat the release of an older server.
    expect([answer.headers['x-release'], posted.headers['x-release']]).toEqual([
      undefined,
      expect.any(String),
    ])
    const token = await room.token(crypto.randomUUID())
    const own = await ask({ authorization: `Bearer ${token}` })
    expect([own.json(), own.headers['cache-control']]).toEqual([said, 'no-store'])
  })

  it('are counted once a minute for all strangers, and at once for people signed in', async () => {
    await capacity(7)
    expect((await ask()).json()).toMatchObject({ capacity: 5 })
    expect((await room.post('rpc/free_calls_this_week', {})).json()).toMatchObject({ capacity: 5 })
    const authorization = `Bearer ${await room.token(crypto.randomUUID())}`
    expect((await ask({ authorization })).json()).toMatchObject({ capacity: 7 })
    now += 60_000
    expect((await ask()).json()).toMatchObject({ capacity: 7 })
  })

  it('that cannot be told are not kept, neither here nor in between', async () => {
    now += 60_000
    await room.asOwner('revoke execute on function free_calls_this_week() from anon')
    const refused = await ask()
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([401, 'no-store'])
    await room.asOwner('grant execute on function free_calls_this_week() to anon')
    expect((await ask()).statusCode).toBe(200)
  })

  it('take no arguments', async () => {
    const answer = await ask({}, '?capacity=9')
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  })
})
