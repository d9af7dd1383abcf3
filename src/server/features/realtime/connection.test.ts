import { afterAll, describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { join, key, rawSocket, realtimeForTest, subscribed, watch } from './testing.ts'

const room = await realtimeForTest({ channels: 3, messages: 40 })
afterAll(() => room.close())

const topic = 'realtime:desk'
const reply = (status: string, response: unknown = expect.anything()) => ({ status, response })

describe('socket', () => {
  it.each([
    ['1.0.0', { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7' }],
    ['2.0.0', [null, '7', 'phoenix', 'heartbeat', {}]],
  ])("responds to the client's heartbeat (%s)", async (version, heartbeat) => {
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

  it('is closed if the client sends nothing for a minute', async () => {
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
    'is closed after a message that breaks the protocol',
    testEach(
      [
        ['no JSON', 'hello', 1007],
        ['two values of one key', '[null,"1","t","e",{"a":1,"a":2}]', 1007],
        ['an endlessly nested value', '['.repeat(30_000), 1007],
        ['another shape', '{"topic":"phoenix"}', 1008],
        ['a number as topic', '[null,"1",5,"phx_join",{}]', 1008],
        ['too much', JSON.stringify([null, '1', topic, 'x'.repeat(66_000), {}]), 1009],
        ['bytes', Buffer.from([3, 255]), 1003],
      ],
      async (_, data, code) => {
        const { socket, closed } = await rawSocket(room.url)
        socket.send(data)
        expect(await closed).toBe(code)
      },
    ),
  )

  it('is closed after too many messages', async () => {
    const { send, closed } = await rawSocket(room.url)
    for (let count = 0; count <= 40; count++) send([null, '1', 'phoenix', 'heartbeat', {}])
    expect(await closed).toBe(1008)
  })

  it('sends an error in response to an invalid message, and stays open', async () => {
    const { send, heard } = await rawSocket(room.url)
    const requests: [string, string, unknown, RegExp | string][] = [
      [topic, 'access_token', {}, 'unmatched topic'],
      ['phoenix', 'phx_join', {}, /must start with/],
      [topic, 'phx_join', null, /^'payload': Invalid type/],
      [topic, 'phx_join', { config: 5 }, /^'config': Invalid type/],
      [topic, 'phx_join', join('', ...Array.from({ length: 21 }, () => ({}))), /Expected <=20 but received 21/],
      [topic, 'presence', { event: 'track' }, 'unmatched topic'],
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

  it('limits the number of topics, but lets a client at the limit join one of its topics again', async () => {
    const { token } = await room.person()
    const { send, heard } = await rawSocket(room.url)
    const payload = join(await token())
    for (const [ref, name] of ['a', 'b', 'c', 'd', 'a'].entries()) {
      send([String(ref), String(ref), `realtime:${name}`, 'phx_join', payload])
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

describe('channel', () => {
  it('stays open after it rejects presence messages and other unsupported messages', async () => {
    const { token } = await room.person()
    const { channel, states, ids } = await watch(await room.client(token))
    expect(await channel.track({ online: true })).toBe('error')
    expect(await channel.untrack()).toBe('error')
    expect(await channel.send({ type: 'postgres_changes', event: 'INSERT' })).toBe('error')
    const id = await room.book()
    await expect.poll(ids).toEqual([id])
    expect(states).toEqual(['SUBSCRIBED'])
  })

  it('rejects messages for an earlier channel with the same topic', async () => {
    const { token } = await room.person()
    const { send, heard } = await rawSocket(room.url)
    const payload = join(await token())
    send(['1', '1', topic, 'phx_join', payload])
    send(['2', '2', topic, 'phx_join', payload])
    send(['1', '3', topic, 'access_token', {}])
    await expect.poll(() => heard).toHaveLength(6)
    expect(heard[5]).toEqual(['1', '3', topic, 'phx_reply', reply('error', { reason: 'unmatched topic' })])
  })

  it('sends nothing after the client leaves', async () => {
    const { token } = await room.person()
    const client = await room.client(token)
    const [left, stays] = [await watch(client, {}, 'one'), await watch(client, {}, 'two')]
    expect(await left.channel.unsubscribe()).toBe('ok')
    const id = await room.book()
    await expect.poll(stays.ids).toEqual([id])
    expect(left.heard).toEqual([])
  })

  it('[S8] sends nothing after the token expires, unless a newer token arrives', async () => {
    const short = await watch(await room.client(null, '2.0.0', await room.program(30)))
    const client = await room.client(null, '2.0.0', await room.program(30))
    const renewed = await watch(client)
    await client.realtime.setAuth(await room.program(600))
    // The server handles a socket's messages in order, so this response proves that it accepted the new token.
    await subscribed(client.channel('after it'))
    room.later(31_000)
    await expect.poll(() => short.said.at(-1)?.message).toBe('The access token has expired')
    const id = await room.book()
    await expect.poll(renewed.ids).toEqual([id])
    expect(short.ids()).toEqual([])
    expect(short.states).toContainEqual(expect.stringMatching(/^CHANNEL_ERROR/))
    expect(renewed.states).toEqual(['SUBSCRIBED'])
  })

  it('[S8] sends nothing after the session ends, and closes permanently', async () => {
    const { token, endSession } = await room.person()
    const { states, heard, said } = await watch(await room.client(token))
    await endSession()
    await room.book()
    await expect.poll(() => states).toEqual(['SUBSCRIBED', 'CLOSED'])
    expect(said.at(-1)).toMatchObject({ status: 'error', message: 'The session has ended' })
    expect(heard).toEqual([])
  })

  it('is closed when the user signs out, and reports an error if the client sends an invalid token', async () => {
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
