import { createClient } from '@supabase/supabase-js'
import { namingFetch } from './device.ts'
import { patientFetch } from './patience.ts'

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

/** The address of auth, data API and realtime: this server, or the configured Supabase project. */
export const apiUrl = meta('supabase-url') || location.origin
export const publishableKey = meta('publishable-key')
/** The origin where passkeys work; empty if they are off, or with a Supabase project. */
export const passkeyOrigin = meta('passkey-origin')
/** A Supabase project has no device ids and keeps its keys itself. */
export const isOwnServer = apiUrl === location.origin

/** The desk's only client. `landing.ts` reads a link's tokens before the first render. */
export const supabase = createClient(apiUrl, publishableKey, {
  auth: { storageKey: 'desk', detectSessionInUrl: false, experimental: { recoveryCodes: true } },
  // A Supabase project would refuse an unknown header in its CORS preflight.
  global: { fetch: isOwnServer ? namingFetch : patientFetch },
})
