import { afterAll, describe, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { key, rawSocket, realtimeForTest, watch } from './testing.ts'

const room = await realtimeForTest({ channels: 3, messages: 40 })
afterAll(() => room.close())

const topic = 'realtime:desk'
const changes = (count = 1) =>
  Array.from({ length: count }, () => ({ event: '*', schema: 'public', table: 'strategy_call_bookings' }))
const reply = (status: string, response: unknown = expect.anything()) => ({ status, response })

describe('a socket', () => {
  it.each([
    ['1.0.0', { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7' }],
    ['2.0.0', [null, '7', 'phoenix', 'heartbeat', {}]],
  ])('has its heartbeat answered (%s)', async (version, heartbeat) => {
    const { send, heard } = await rawSocket(room.url, `apikey=${key}&vsn=${version}`)
    send(heartbeat)
    const payload = reply('ok', {})
    const event = 'phx_reply'
    await expect
      .poll(() => heard)
      .toEqual([
        version === '1.0.0'
          ? { topic: 'phoenix', event, payload, ref: '7', join_ref: null }
          : [null, '7', 'phoenix', event, payload],
      ])
  })

  it('is closed when it has been silent for a minute, and not before', async () => {
    const [silent, alive] = [await rawSocket(room.url), await rawSocket(room.url)]
    room.later(50_000)
    alive.send([null, '1', 'phoenix', 'heartbeat', {}])
    await expect.poll(() => alive.heard).toHaveLength(1)
    room.later(11_000)
    expect(await silent.closed).toBe(1008)
    alive.send([null, '2', 'phoenix', 'heartbeat', {}])
    await expect.poll(() => alive.heard).toHaveLength(2)
  })

  it(
    'is closed for what is no message',
    eachOf(
      [
        ['no JSON', 'hello', 1007],
        ['two values of one key', '[null,"1","t","e",{"a":1,"a":2}]', 1007],
        ['an endless nest', '['.repeat(30_000), 1007],
        ['another shape', '{"topic":"phoenix"}', 1008],
        ['a number for a topic', '[null,"1",5,"phx_join",{}]', 1008],
        ['too much', JSON.stringify([null, '1', topic, 'x'.repeat(66_000), {}]), 1009],
        ['unknown bytes', Buffer.from([9, 9, 9]), 1003],
        ['cut bytes', Buffer.from([3, 255]), 1003],
        ['no bytes', Buffer.alloc(0), 1003],
      ],
      async (_, data, code) => {
        const { socket, closed } = await rawSocket(room.url)
        socket.send(data)
        expect(await closed).toBe(code)
      },
    ),
  )

  it('is closed when it says too much', async () => {
    const { send, closed } = await rawSocket(room.url)
    for (let count = 0; count <= 40; count++) send([null, '1', 'phoenix', 'heartbeat', {}])
    expect(await closed).toBe(1008)
  })

  it('gets an answer to what makes no sense, and lives on', async () => {
    const { send, heard } = await rawSocket(room.url)
    const config = { postgres_changes: changes() }
    const requests: [string, string, unknown, RegExp | string][] = [
      [topic, 'access_token', {}, 'unmatched topic'],
      ['phoenix', 'phx_join', {}, /starts with/],
      [topic, 'phx_join', null, /^The join is not understood/],
      [topic, 'phx_join', { config: 5 }, "'config' is not Object"],
      [topic, 'phx_join', { config: { postgres_changes: changes(21) } }, /at most 20/],
      [topic, 'phx_join', { access_token: 5, config }, /not valid/],
    ]
    for (const [index, [name, event, payload]] of requests.entries()) {
      send([null, String(index), name, event, payload])
    }
    const replies = () => heard.filter((frame) => (frame as unknown[])[3] === 'phx_reply')
    await expect.poll(replies).toHaveLength(requests.length)
    expect(replies()).toEqual(
      requests.map(([name, , , reason], index) => [
        null,
        String(index),
        name,
        'phx_reply',
        reply('error', { reason: expect.stringMatching(reason) }),
      ]),
    )
  })

  it('may join so many topics, and one of them anew', async () => {
    const { token } = await room.person()
    const { send, heard } = await rawSocket(room.url)
    const join = { access_token: await token(), config: { postgres_changes: changes() } }
    for (const [ref, name] of ['a', 'b', 'c', 'd', 'a'].entries()) {
      send([String(ref), String(ref), `realtime:${name}`, 'phx_join', join])
    }
    const answers = () => heard.filter((frame) => (frame as unknown[])[3] !== 'system')
    await expect.poll(answers).toHaveLength(6)
    expect(answers().slice(3)).toEqual([
      ['3', '3', 'realtime:d', 'phx_reply', reply('error', { reason: 'too many channels on one socket' })],
      ['0', '0', 'realtime:a', 'phx_close', {}],
      ['4', '4', 'realtime:a', 'phx_reply', reply('ok')],
    ])
  })
})

describe('a channel', () => {
  it.each(['1.0.0', '2.0.0'])(
    'ends with an error when something is broadcast on it, for which the library has said yes (%s)',
    async (vsn) => {
      const { token } = await room.person()
      const { channel, states, said } = await watch(await room.client(token, vsn))
      expect(await channel.send({ type: 'broadcast', event: 'x', payload: { ä: 1 } })).toBe('ok')
      await expect
        .poll(() => states)
        .toEqual(['SUBSCRIBED', expect.stringMatching(/^CHANNEL_ERROR/), 'CLOSED'])
      expect(said.at(-1)).toMatchObject({
        status: 'error',
        message: expect.stringMatching(
          /^'broadcast' is not offered\. Channels here carry postgres_changes of/,
        ),
      })
    },
  )

  it('refuses a presence and what else is sent, and goes on', async () => {
    const { token } = await room.person()
    const { channel, states, ids } = await watch(await room.client(token))
    expect(await channel.track({ online: true })).toBe('error')
    expect(await channel.untrack()).toBe('error')
    expect(await channel.send({ type: 'postgres_changes', event: 'INSERT' })).toBe('error')
    const id = await room.book()
    await expect.poll(ids).toEqual([id])
    expect(states).toEqual(['SUBSCRIBED'])
    const { send, heard } = await rawSocket(room.url)
    const join = { access_token: await token(), config: { postgres_changes: changes() } }
    send(['1', '1', topic, 'phx_join', join])
    send(['1', '2', topic, 'presence', { event: 'track' }])
    await expect.poll(() => heard).toHaveLength(3)
    expect(heard[2]).toMatchObject({
      4: reply('error', { reason: expect.stringMatching(/^'presence' is not offered/) }),
    })
  })

  it('takes no message that is meant for the one before it', async () => {
    const { token } = await room.person()
    const { send, heard } = await rawSocket(room.url)
    const join = { access_token: await token(), config: { postgres_changes: changes() } }
    send(['1', '1', topic, 'phx_join', join])
    send(['2', '2', topic, 'phx_join', join])
    send(['1', '3', topic, 'access_token', {}])
    await expect.poll(() => heard).toHaveLength(6)
    expect(heard[5]).toEqual(['1', '3', topic, 'phx_reply', reply('error', { reason: 'unmatched topic' })])
  })

  it('can be left, and is quiet then', async () => {
    const { token } = await room.person()
    const client = await room.client(token)
    const [left, stays] = [await watch(client, {}, 'one'), await watch(client, {}, 'two')]
    expect(await left.channel.unsubscribe()).toBe('ok')
    const id = await room.book()
    await expect.poll(stays.ids).toEqual([id])
    expect(left.heard).toEqual([])
  })

  it('ends with its token, unless a newer one comes, and goes on with what came between', async () => {
    const { token } = await room.person()
    const forgotten = await watch(await room.client(() => token(30)))
    const { send, heard } = await rawSocket(room.url)
    const config = { postgres_changes: changes() }
    send(['1', '1', topic, 'phx_join', { access_token: await token(30), config }])
    await expect.poll(() => heard).toHaveLength(2)
    room.later(20_000)
    send(['1', '2', topic, 'access_token', { access_token: await token(30) }])
    await expect.poll(() => heard).toHaveLength(3)
    room.later(15_000)
    await expect.poll(() => forgotten.states).toContainEqual(expect.stringMatching(/^CHANNEL_ERROR/))
    expect(forgotten.said.at(-1)).toMatchObject({ status: 'error', message: 'The access token has expired' })
    const id = await room.book()
    await expect.poll(() => heard).toHaveLength(4)
    expect(heard[2]).toEqual(['1', '2', topic, 'phx_reply', reply('ok', {})])
    expect(heard[3]).toMatchObject([
      '1',
      null,
      topic,
      'postgres_changes',
      { ids: [1], data: { record: { id } } },
    ])
    room.later(16_000)
    await expect.poll(() => heard).toHaveLength(6)
    expect(heard[5]).toMatchObject(['1', '1', topic, 'phx_error', {}])
    // The library joins again with the expired token, and asks for a new one once the join has succeeded.
    const missed = await room.book()
    send(['3', '3', topic, 'phx_join', { access_token: await token(-1), config }])
    send(['3', '4', topic, 'access_token', { access_token: await token(30) }])
    await expect.poll(() => heard).toHaveLength(10)
    expect(heard[9]).toMatchObject({ 3: 'postgres_changes', 4: { data: { record: { id: missed } } } })
  })

  it('hears nothing once the session has ended, and is closed for good', async () => {
    const { token, endSession } = await room.person()
    const { states, heard, said } = await watch(await room.client(token))
    await endSession()
    await room.book()
    await expect.poll(() => states).toEqual(['SUBSCRIBED', 'CLOSED'])
    expect(said.at(-1)).toMatchObject({ status: 'error', message: 'The session has ended' })
    expect(heard).toEqual([])
  })

  it('is closed when its person signs out, and errs with a token that is not ours', async () => {
    for (const [next, state] of [
      [key, 'CLOSED'],
      ['eyJ.eyJ.x', expect.stringMatching(/^CHANNEL_ERROR/)],
    ]) {
      const { token } = await room.person()
      let current = await token()
      const client = await room.client(async () => current)
      const { states } = await watch(client)
      current = String(next)
      await client.realtime.setAuth()
      await expect.poll(() => states.slice(0, 2)).toEqual(['SUBSCRIBED', state])
    }
  })
})
