import { afterAll, describe, expect, it } from 'vitest'
import {
  expectRefused,
  fatesOf,
  rawSocket,
  realtimeForTest,
  subscribed,
  subscription,
  watch,
} from './testing.ts'

const room = await realtimeForTest()
afterAll(() => room.close())
const desk = await room.person()

describe('an option of a channel', () => {
  const notOffered = [
    ['broadcast.ack', { broadcast: { ack: true } }],
    ['broadcast.self', { broadcast: { self: true } }],
    ['broadcast.replay', { broadcast: { replay: { since: 1, limit: 1 } } }],
    ['broadcast.replication_ready', { broadcast: { replication_ready: true } }],
    ['presence.enabled', { presence: { enabled: true } }],
    ['presence.key', { presence: { key: 'ada' } }],
    ['private', { private: true }],
  ] as const

  it.each(['1.0.0', '2.0.0'])(
    'that is not offered is refused for good by its name, with what is (%s)',
    async (vsn) => {
      const configs = notOffered.map(([, config]) => ({ postgres_changes: [subscription()], ...config }))
      expect(await fatesOf(room.url, await desk.token(), configs, vsn)).toEqual(
        notOffered.map(
          ([name]) =>
            `for good: 'config.${name}' is not offered. Channels here carry postgres_changes of ` +
            'public.strategy_call_bookings, public.contact_messages; broadcast, presence and private channels are not offered',
        ),
      )
    },
  )

  it('that a listener for presence asks for is refused', async () => {
    const channel = (await room.client(desk.token)).channel('desk')
    channel
      .on('postgres_changes', { event: '*', schema: 'public', table: 'contact_messages' }, () => {})
      .on('presence', { event: 'sync' }, () => {})
    await expectRefused(await subscribed(channel), "'config.presence.enabled' is not offered")
  })

  it('that only a later client knows is refused, unless it asks for nothing', async () => {
    const { send, heard } = await rawSocket(room.url)
    const changes = [{ event: '*', schema: 'public', table: 'contact_messages' }]
    const access_token = await desk.token()
    const join = (more: object) => ({
      access_token,
      version: 'x',
      config: { postgres_changes: changes, ...more },
    })
    send(['1', '1', 'realtime:a', 'phx_join', join({ broadcast: { loud: true } })])
    send(['2', '2', 'realtime:b', 'phx_join', join({ shine: 'on' })])
    send(['3', '3', 'realtime:c', 'phx_join', join({ broadcast: null, shine: '', private: null })])
    await expect.poll(() => heard).toHaveLength(6)
    const refusal = (name: string) => ({
      status: 'error',
      response: { reason: expect.stringContaining(`'config.${name}' is not offered`) },
    })
    expect(heard.slice(0, 5)).toEqual([
      ['1', '1', 'realtime:a', 'phx_reply', refusal('broadcast.loud')],
      ['1', '1', 'realtime:a', 'phx_close', {}],
      ['2', '2', 'realtime:b', 'phx_reply', refusal('shine')],
      ['2', '2', 'realtime:b', 'phx_close', {}],
      ['3', '3', 'realtime:c', 'phx_reply', expect.objectContaining({ status: 'ok' })],
    ])
  })

  it('to wait until changes are heard is kept, since we answer no sooner', async () => {
    const wait = { postgres_changes_options: { wait: true, timeout: 5000 } }
    const { states, ids } = await watch(await room.client(desk.token), {}, 'desk', wait)
    expect(states).toEqual(['SUBSCRIBED'])
    const id = await room.book()
    await expect.poll(ids).toEqual([id])
  })

  it('is refused where it is not understood', async () => {
    const configs = [{ wait: 'yes' }, { wait: true, patience: 1 }].map((options) => ({
      postgres_changes: [subscription()],
      postgres_changes_options: options,
    }))
    expect(await fatesOf(room.url, await desk.token(), configs)).toEqual([
      expect.stringContaining("for good: 'config.postgres_changes_options.wait' is not boolean"),
      expect.stringContaining("for good: There is no option 'config.postgres_changes_options.patience'"),
    ])
  })
})

describe('a channel that could never hear anything is refused', () => {
  it('because it asks for nothing, or listens for broadcasts alone', async () => {
    const client = await room.client(null)
    const reason = 'A channel without postgres_changes would never hear anything. Channels here carry'
    await expectRefused(await subscribed(client.channel('lobby')), reason)
    const listening = client.channel('news').on('broadcast', { event: '*' }, () => {})
    await expectRefused(await subscribed(listening), reason)
  })

  it('because what is deleted meets no filter', async () => {
    const change = { event: 'DELETE', filter: 'status=eq.new' }
    await expectRefused(
      await watch(await room.client(desk.token), change),
      "The filter 'status=eq.new' cannot hold",
    )
  })
})

describe('a request for changes', () => {
  const notUnderstood = [
    [{ fitler: 'status=eq.new' }, "There is no option 'config.postgres_changes.0.fitler'"],
    [{ table: 5 }, "'config.postgres_changes.0.table' is not string"],
    [{ filter: ['status=eq.new'] }, "'config.postgres_changes.0.filter' is not string"],
    [{ schema: undefined }, '\'config.postgres_changes.0.schema\' is not "schema"'],
  ] as const

  it('is refused where it is not understood', async () => {
    const configs = notUnderstood.map(([change]) => ({ postgres_changes: [subscription(change)] }))
    expect(await fatesOf(room.url, await desk.token(), configs)).toEqual(
      notUnderstood.map(([, reason]) => expect.stringContaining(`for good: ${reason}`)),
    )
  })

  it('may name its event in small letters, and have a filter of no conditions', async () => {
    const client = await room.client(desk.token)
    const { states, ids } = await watch(client, { event: 'insert', filter: '' })
    expect(states).toEqual(['SUBSCRIBED'])
    const id = await room.book()
    await expect.poll(ids).toEqual([id])
  })
})
