import * as v from 'valibot'
import { type RawData, WebSocket } from 'ws'
import { BadToken } from '#server/lib/auth/context.ts'
import { isDatabaseError } from '#server/lib/db/database.ts'
import { catchErrors } from '#server/lib/log.ts'
import { Channel } from './channel.ts'
import type { RealtimeContext } from './feed.ts'
import { BadFrame, decode, encode, type Frame, type ProtocolVersion, type SocketOpening } from './frames.ts'
import { admitJoin, callerOf, FinalRefusal, RefusedRequest, requireWatcher } from './join.ts'
import { supportedChannels } from './policy.ts'
import { presenceMessage } from './presence.ts'

/** Milliseconds within which a client must respond to our close message. */
const partingMilliseconds = 500

/** Handles a socket's messages in order, and keeps a list of the socket's channels. */
export class Connection {
  readonly #socket: WebSocket
  readonly #version: ProtocolVersion
  readonly #context: RealtimeContext
  /** The token that a program sent when it opened the socket; used for joins that contain no token. */
  readonly #programsToken: string | null
  readonly #channels = new Map<string, Channel>()
  #heartbeat: number
  #window: { since: number; messages: number }
  /** The number of messages that have not been handled yet. */
  #queue = 0
  #work = Promise.resolve()

  constructor(
    socket: WebSocket,
    { version, programsToken }: SocketOpening,
    context: RealtimeContext,
    onEnd: () => void,
  ) {
    this.#socket = socket
    this.#version = version
    this.#programsToken = programsToken
    this.#context = context
    this.#heartbeat = context.clock()
    this.#window = { since: this.#heartbeat, messages: 0 }
    const receive = (data: RawData, isBinary: boolean) => {
      if (Buffer.isBuffer(data) && this.#isOpen) this.#receive(data, isBinary)
    }
    socket.on('message', catchErrors(context.log, 'realtime message', receive, this.#breakOff))
    // The library closes the socket with the right code if a message is too long or not UTF-8.
    socket.on('error', () => {})
    socket.on('close', () => {
      for (const channel of this.#channels.values()) channel.close()
      onEnd()
    })
  }

  readonly #breakOff = () => void this.close(1011, 'internal server error')

  get watchesNothing(): boolean {
    return [...this.#channels.values()].every(({ caller }) => caller === null)
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** Sends a close message. Resolves when the socket is closed. */
  async close(code: number, reason: string): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return
    this.#socket.close(code, reason)
    const timer = setTimeout(() => this.#socket.terminate(), partingMilliseconds)
    await new Promise((resolve) => this.#socket.once('close', resolve))
    clearTimeout(timer)
  }

  /** Closes a socket that sends no heartbeats, and ends channels whose token has expired or is missing. */
  beat(): void {
    const now = this.#context.clock()
    if (now - this.#heartbeat > this.#context.limits.silence) return void this.close(1008, 'no heartbeat')
    for (const channel of this.#channels.values()) {
      if (channel.expires > now) continue
      channel.fail(channel.caller ? 'The access token has expired' : 'The channel received no access token in time')
    }
  }

  #send(frame: Frame): void {
    if (!this.#isOpen) return
    this.#socket.send(encode(this.#version, frame))
    // The socket is terminated, because a close message would wait behind all unread data.
    if (this.#socket.bufferedAmount > this.#context.limits.unread) this.#socket.terminate()
  }

  #reply({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: object): void {
    this.#send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#isTooMany()) {
      void this.close(1008, 'too many messages')
      // No more messages are read, and the socket ends even if the client does not respond to the close message.
      this.#socket.pause()
      return
    }
    let frame: Frame
    try {
      frame = decode(this.#version, data, isBinary)
    } catch (error) {
      if (error instanceof BadFrame) return void this.close(error.code, error.message)
      throw error
    }
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') {
      this.#heartbeat = this.#context.clock()
      this.#reply(frame, 'ok', {})
      return
    }
    this.#queue++
    this.#work = this.#work
      .then(() => this.#handle(frame))
      .catch((error: unknown) => this.#refuse(frame, error))
      .catch(this.#breakOff)
      .finally(() => {
        this.#queue--
      })
  }

  #refuse(frame: Frame, error: unknown): void {
    this.#reply(frame, 'error', { reason: this.#reasonOf(error) })
    if (frame.event !== 'phx_join' || !(error instanceof FinalRefusal)) return
    // Makes the client forget the channel; otherwise it would retry every ten seconds.
    const joinRef = frame.joinRef ?? frame.ref
    this.#send({ joinRef, ref: joinRef, topic: frame.topic, event: 'phx_close', payload: {} })
  }

  #isTooMany(): boolean {
    const { messages, messagesWithin } = this.#context.limits
    const now = this.#context.clock()
    if (now - this.#window.since >= messagesWithin) this.#window = { since: now, messages: 0 }
    this.#window.messages++
    return this.#window.messages > messages || this.#queue >= messages
  }

  async #handle(frame: Frame): Promise<void> {
    if (!this.#isOpen) return
    if (frame.event === 'phx_join') return this.#join(frame)
    const channel = this.#channels.get(frame.topic)
    // The client waits for a response even when it leaves a topic that it never joined.
    if (frame.event === 'phx_leave') {
      this.#reply(frame, 'ok', {})
      return channel?.leave()
    }
    if (!channel || (frame.joinRef !== null && frame.joinRef !== channel.joinRef)) {
      throw new RefusedRequest('unmatched topic')
    }
    if (frame.event === 'access_token') return this.#renew(channel, frame)
    if (frame.event === 'presence' && channel.row) return this.#track(channel, frame)
    throw new RefusedRequest(`'${frame.event}' is not supported. ${supportedChannels}`)
  }

  async #join(frame: Frame): Promise<void> {
    const { topic } = frame
    if (!/^realtime:./.test(topic)) throw new RefusedRequest(`topic must start with 'realtime:'`)
    this.#channels.get(topic)?.leave()
    if (this.#channels.size >= this.#context.limits.channels)
      throw new RefusedRequest('too many channels on one socket')
    const { caller, subscriptions, row } = await admitJoin(this.#context, topic, frame.payload, this.#programsToken)
    if (!this.#isOpen) return
    const { feed, clock, limits } = this.#context
    const awaitsUntil = clock() + limits.tokenWithin
    const channel = new Channel(
      { topic, joinRef: frame.joinRef ?? frame.ref, caller, subscriptions, row, awaitsUntil },
      (message) => this.#send(message),
      (closed) => {
        this.#channels.delete(topic)
        feed.remove(closed)
      },
    )
    this.#channels.set(topic, channel)
    feed.add(channel)
    const accepted = subscriptions.map((subscription, index) => ({ id: index + 1, ...subscription }))
    this.#reply(frame, 'ok', { postgres_changes: accepted })
    if (caller) this.#begin(channel)
  }

  #begin(channel: Channel): void {
    if (!channel.row) channel.say('ok', 'Subscribed to PostgreSQL', 'postgres_changes')
    this.#context.feed.showPresence(channel)
    this.#context.feed.catchUp()
  }

  #track(channel: Channel, frame: Frame): void {
    const { success, output, issues } = v.safeParse(presenceMessage, frame.payload)
    if (!success) throw new RefusedRequest(`'${v.getDotPath(issues[0]) ?? 'payload'}': ${issues[0].message}`)
    channel.typing = output.event === 'track' ? output.payload.typing : null
    this.#reply(frame, 'ok', {})
    this.#context.feed.showPresence(channel)
  }

  async #renew(channel: Channel, frame: Frame): Promise<void> {
    const payload = (frame.payload ?? {}) as { access_token?: unknown }
    const token = payload.access_token || this.#programsToken
    const isFirst = channel.caller === null
    try {
      const caller = isFirst
        ? await requireWatcher(this.#context, token, channel)
        : await callerOf(this.#context, token)
      this.#reply(frame, 'ok', {})
      if (caller.role === 'anon') return channel.end('No user is signed in')
      channel.caller = caller
      if (isFirst) this.#begin(channel)
      else this.#context.feed.showPresence(channel)
    } catch (error) {
      const reason = this.#reasonOf(error)
      if (error instanceof FinalRefusal) channel.end(reason)
      else channel.fail(reason)
      throw error
    }
  }

  #reasonOf(error: unknown): string {
    if (error instanceof RefusedRequest) return error.message
    if (error instanceof BadToken) {
      return error.reason === 'expired' ? 'The access token has expired' : 'The access token is not valid'
    }
    this.#context.log.warn({ err: error }, 'realtime message failed')
    return isDatabaseError(error) ? 'The database is not responding' : 'Something broke on our side'
  }
}
