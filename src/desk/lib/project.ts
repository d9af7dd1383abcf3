const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

/** The address of auth, data API and realtime: this server, or the configured Supabase project. */
export const apiUrl = meta('supabase-url') || location.origin
export const publishableKey = meta('publishable-key')
/** The origin where passkeys work; empty if they are off, or with a Supabase project. */
export const passkeyOrigin = meta('passkey-origin')
/** Names of the services by which people may sign in. */
export const signInServices = meta('sign-in-services').split(',').filter(Boolean)
/** A Supabase project has no device ids and keeps its keys itself. */
export const isOwnServer = apiUrl === location.origin

/** The desk shows these texts in place of features that a Supabase project does not have. */
export const projectLacks = {
  letters:
    'This desk works with a Supabase project, which writes no letters: there is none to look at or to try.',
  webhooks:
    'This desk works with a Supabase project, which makes no webhooks of ours: use the Database Webhooks in its own settings.',
  calendars:
    'This desk works with a Supabase project, which reads no calendars and gives none: hours and dates off are all that counts.',
  invitations:
    'The project takes invitations from its operator alone: invite the address in its dashboard, under Authentication, then give it a role here.',
} as const
