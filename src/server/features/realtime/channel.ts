import type { Binding, Caller, Frame } from './types.ts'

/** One topic that a socket has joined. */
export class Channel {
  /** The caller whose rights apply; null until the channel's token arrives. */
  caller: Caller | null
  /** The feed's count of changes up to which this channel has received them. */
  heard: number
  /** The deadline for the token, in milliseconds since 1970. */
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

  say(status: 'ok' | 'error', message: string, extension = 'system'): void {
    this.push('system', { extension, status, message, channel: this.topic.replace(/^realtime:/, '') })
  }

  /** Ends the channel for good because of its program's fault; the error tells the program so. */
  refuse(reason: string): void {
    this.say('error', reason)
    this.push('phx_error', { reason }, this.joinRef)
    this.leave()
  }

  /** Ends the channel so that the client joins again by itself and knows that it may have missed changes. */
  fail(message: string): void {
    this.say('error', message)
    this.push('phx_error', { reason: message }, this.joinRef)
    this.close()
  }

  /** Ends the channel for good: the client forgets it. */
  end(message: string): void {
    this.say('error', message)
    this.leave()
  }

  leave(): void {
    // The client ignores a phx_close without the ref of its join.
    this.push('phx_close', {}, this.joinRef)
    this.close()
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#onClosed(this)
  }
}
