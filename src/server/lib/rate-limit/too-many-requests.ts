/** A limit is reached; the client may try again after `retryAfter` seconds. */
export class TooManyRequests extends Error {
  readonly statusCode = 429
  override name = 'TooManyRequests'
  readonly retryAfter: number
  constructor(milliseconds: number) {
    // A flood is refused thousands of times a second from the same line of code, and making the stack is the
    // expensive part.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super('too many requests')
    Error.stackTraceLimit = stackTraceLimit
    this.retryAfter = Math.max(1, Math.ceil(milliseconds / 1000))
  }
}
