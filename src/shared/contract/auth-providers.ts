/** Answer to a signed-in person who wants one more identity and asks where to go instead of being sent. */
export interface AuthorizeBody {
  url: string
}

/** What the service itself reads of `/authorize` and `/user/identities/authorize`; the rest goes on to the provider. */
export const authorizeParameters = [
  'provider',
  'redirect_to',
  'scopes',
  'code_challenge',
  'code_challenge_method',
  'invite_token',
  'skip_http_redirect',
  'apikey',
] as const
