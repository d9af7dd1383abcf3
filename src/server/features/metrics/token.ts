import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether a header has the token, as Prometheus sends it. The time it takes tells nothing of the token. */
export function tokenTest(token: string): (authorization: string | undefined) => boolean {
  const wanted = digest(`Bearer ${token}`)
  return (authorization = '') => timingSafeEqual(digest(authorization), wanted)
}
