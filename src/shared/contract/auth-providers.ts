/** The answer to a signed-in user who adds an identity and asks for the address instead of a redirect. */
export interface AuthorizeBody {
  url: string
}

/** The service reads these parameters of `/authorize` and `/user/identities/authorize`; others go to the provider. */
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
