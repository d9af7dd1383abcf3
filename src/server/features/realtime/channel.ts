import type { Binding, Caller, Frame } from './types.ts'

/** One topic that one socket has joined. */
export class Channel {
  /** In whose name it reads; null while its token is still to come. */
  caller: Caller | null
  /** How many changes the feed had when it told this channel of the last. */
  heard: number
  /** When it is too late for the token, in milliseconds since 1970. */
  readonly awaitsUntil: number
  readonly topic: string
  readonly joinRef: string | null
  readonly bindings: readonly Binding[]
  readonly #send: (frame: Frame) => void
  readonly #onClosed: (channel: Channel) => void
  #isOpen = true

  constructor(
    join: Pick<Channel, 'topic' | 'joinRef' | 'caller' | 'bindings' | 'heard' | 'awaitsUntil'>,
    send: (frame: Frame) => void,
    onClosed: (channel: Channel) => void,
  ) {
    this.topic = join.topic
    this.joinRef = join.joinRef
    this.caller = join.caller
    this.bindings = join.bindings
    this.heard = join.heard
    this.awaitsUntil = join.awaitsUntil
    this.#send = send
    this.#onClosed = onClosed
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  push(event: string, payload: unknown, ref: string | null = null): void {
    if (!this.#isOpen) return
    this.#send({ joinRef: this.joinRef, ref, topic: this.topic, event, payload })
  }

  /** Says something about the channel itself. */
  say(status: 'ok' | 'error', message: string, extension = 'system'): void {
    this.push('system', { extension, status, message, channel: this.topic.replace(/^realtime:/, '') })
  }

  /** Ends it for good for a fault of its program, who must not take that for an end like others. */
  refuse(reason: string): void {
    this.say('error', reason)
    this.push('phx_error', { reason }, this.joinRef)
    this.leave()
  }

  /** Ends it so that the client joins again by itself, and knows that it may have missed something. */
  fail(message: string): void {
    this.say('error', message)
    this.push('phx_error', { reason: message }, this.joinRef)
    this.close()
  }

  /** Ends it for good: the client forgets it. */
  end(message: string): void {
    this.say('error', message)
    this.leave()
  }

  leave(): void {
    // The client drops a phx_close without the ref of its join.
    this.push('phx_close', {}, this.joinRef)
    this.close()
  }

  /** Ends it without sending anything. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#onClosed(this)
  }
}
