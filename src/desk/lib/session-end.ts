import type { Said } from './landing.ts'

/** Sessions end after a pause, and after some days; nothing was wrong. */
export const pauseTooLong: Said = {
  text: 'You were signed out, as everybody is after a long pause or some days. Sign in again: you come back to where you were, and what you typed is still there.',
  isFault: false,
}
const usedTwice: Said = {
  text: 'Your sign-in was used twice, which can mean that somebody copied it. To be safe it has ended. Sign in again; if you suspect somebody, choose a new password.',
  isFault: true,
}
const ended: Said = { text: 'Your session has ended. Sign in again.', isFault: true }

const reasons: Readonly<Record<string, Said>> = {
  session_expired: pauseTooLong,
  refresh_token_already_used: usedTwice,
}

let refusal: string | null = null

/** Notes what the auth service answered when it was asked for tokens: the client library tells only that there are none. */
export function noteRefusal(answer: Response): void {
  refusal = answer.headers.get('x-sb-error-code')
}

/** Why nobody is signed in any more. */
export const whySessionEnded = (): Said => reasons[refusal ?? ''] ?? ended
