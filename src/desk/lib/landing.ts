/** A message after arrival, and whether it is an error. */
export interface Said {
  text: string
  isFault: boolean
}

/** The content of a letter's link. */
interface Landing {
  tokens: { access_token: string; refresh_token: string } | null
  /** Why a password must be set now. */
  password: 'recovery' | 'invitation' | null
  says: Said | null
}

/**
 * Reads the fragment of a link. Messages are ours and never taken from the address, which anybody can write.
 * `password=set` means that the invitation's page has already asked for a password: ours does, a Supabase project's
 * does not.
 */
function readLanding(hash: string): Landing {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const [access_token, refresh_token] = [fields.get('access_token'), fields.get('refresh_token')]
  const type = fields.get('type')
  const isInvitation = type === 'invite' && fields.get('password') !== 'set'
  return {
    tokens: access_token && refresh_token ? { access_token, refresh_token } : null,
    password: type === 'recovery' ? 'recovery' : isInvitation ? 'invitation' : null,
    says: readSaid(fields),
  }
}

function readSaid(fields: URLSearchParams): Said | null {
  if (fields.has('error') || fields.has('error_code')) {
    return { text: faults[fields.get('error_code') ?? ''] ?? otherFault, isFault: true }
  }
  return fields.has('message') ? { text: halfDone, isFault: false } : null
}

export const linkIsOver =
  'This link is no longer good. Each works once and for a limited time, and a newer letter takes the place of an older one.'
const otherFault = 'The link did not work. Ask for a new letter, or sign in with your password.'
const halfDone = 'Your answer is noted. The change needs a yes from the other mailbox too.'

const serviceFault = 'The sign-in there was not completed. Try once more, or sign in with your password.'

const faults: Readonly<Record<string, string>> = {
  bad_oauth_callback: serviceFault,
  bad_oauth_state: serviceFault,
  flow_state_already_used: serviceFault,
  unexpected_failure:
    'That service does not answer just now. Try again in a minute, or sign in with your password.',
  provider_email_needs_verification:
    'That service has not verified your address. Verify it there, or sign in with your password.',
  signup_disabled:
    'Nobody has an account here by that address. People work here by invitation: ask an owner of the desk.',
  otp_expired: linkIsOver,
  flow_state_expired: linkIsOver,
  flow_state_not_found: linkIsOver,
  user_banned: 'This account is stopped. Ask an owner of the desk.',
}

export const landing = readLanding(location.hash)

// Tokens must stay neither in the address nor in the browser's history. A service's error is in the query as well.
if (location.hash) {
  const query = new URLSearchParams(location.search)
  for (const name of ['error', 'error_code', 'error_description']) query.delete(name)
  const search = query.size > 0 ? `?${query}` : ''
  history.replaceState(history.state, '', location.pathname + search)
}

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
