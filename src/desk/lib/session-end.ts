import type { Said } from './landing.ts'

/** Sessions end after idling and after some days; neither is an error. */
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

/** Records the auth service's answer to a token refresh: the client library only reports that the session is gone. */
export function noteRefusal(answer: Response): void {
  refusal = answer.headers.get('x-sb-error-code')
}

export const whySessionEnded = (): Said => reasons[refusal ?? ''] ?? ended
