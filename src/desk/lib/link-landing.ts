/** A message for the user, and whether it is an error. */
export interface StatusMessage {
  text: string
  isFault: boolean
}

/** The information in an email's link. */
interface LinkContent {
  tokens: { access_token: string; refresh_token: string } | null
  /** The reason a password must be set now. */
  password: 'recovery' | 'invitation' | null
  says: StatusMessage | null
}

/**
 * Reads the fragment of a link. Messages are never taken from the URL, because anyone can forge a URL. `password=set`
 * means that the invitation page has already asked for a password: our page does, but a Supabase project's does not.
 */
function readLinkContent(hash: string): LinkContent {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const [access_token, refresh_token] = [fields.get('access_token'), fields.get('refresh_token')]
  const type = fields.get('type')
  const isInvitation = type === 'invite' && fields.get('password') !== 'set'
  return {
    tokens: access_token && refresh_token ? { access_token, refresh_token } : null,
    password: type === 'recovery' ? 'recovery' : isInvitation ? 'invitation' : null,
    says: readMessage(fields),
  }
}

function readMessage(fields: URLSearchParams): StatusMessage | null {
  if (fields.has('error') || fields.has('error_code')) {
    return { text: faults[fields.get('error_code') ?? ''] ?? otherFault, isFault: true }
  }
  return fields.has('message') ? { text: halfConfirmed, isFault: false } : null
}

export const linkIsOver =
  'This link no longer works. Each link works once, for a limited time, and only until a newer email is sent.'
const otherFault = 'The link did not work. Request a new email, or sign in with your password.'
const halfConfirmed = 'Confirmed. Now also confirm the change through the link in the email to your other address.'

const serviceFault = 'Sign-in with that service was not completed. Try again, or sign in with your password.'

const faults: Readonly<Record<string, string>> = {
  bad_oauth_callback: serviceFault,
  bad_oauth_state: serviceFault,
  flow_state_already_used: serviceFault,
  unexpected_failure: 'That service is not responding. Try again in a minute, or sign in with your password.',
  provider_email_needs_verification:
    'That service has not verified your email address. Verify it there, or sign in with your password.',
  signup_disabled:
    'There is no account with that email address. Accounts are created by invitation only: ask an owner of the desk to invite you.',
  otp_expired: linkIsOver,
  flow_state_expired: linkIsOver,
  flow_state_not_found: linkIsOver,
  user_banned: 'This account is suspended. Ask an owner of the desk to restore your access.',
}

export const landing = readLinkContent(location.hash)

// Tokens must not stay in the address bar or in the browser's history. An error that a sign-in service put in the query
// string is also removed.
if (location.hash) {
  const query = new URLSearchParams(location.search)
  for (const name of ['error', 'error_code', 'error_description']) query.delete(name)
  const search = query.size > 0 ? `?${query}` : ''
  history.replaceState(history.state, '', location.pathname + search)
}

/** The message after a session ended because it was idle or too old. This is not an error. */
export const idleTimeout: StatusMessage = {
  text: 'Your session expired. Sign in again to continue where you left off; what you typed is still there.',
  isFault: false,
}
const tokenReused: StatusMessage = {
  text: 'Your session token was used twice. Someone may have copied it, so we ended your session. Sign in again. If in doubt, choose a new password.',
  isFault: true,
}
const ended: StatusMessage = { text: 'Your session has ended. Sign in again.', isFault: true }

const reasons: Readonly<Record<string, StatusMessage>> = {
  session_expired: idleTimeout,
  refresh_token_already_used: tokenReused,
}

let refusal: string | null = null

/** Records why a token refresh was refused, because the client library reports only that the session has ended. */
export function recordRefusal(answer: Response): void {
  refusal = answer.headers.get('x-sb-error-code')
}

export const sessionEndMessage = (): StatusMessage => reasons[refusal ?? ''] ?? ended
