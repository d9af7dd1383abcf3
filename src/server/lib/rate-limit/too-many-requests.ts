/** A limit is reached. Whoever waits so many seconds is heard again. */
export class TooManyRequests extends Error {
  readonly statusCode = 429
  override name = 'TooManyRequests'
  readonly retryAfter: number
  constructor(milliseconds: number) {
    super('too many requests')
    this.retryAfter = Math.max(1, Math.ceil(milliseconds / 1000))
  }
}
