import { createClient } from '@supabase/supabase-js'
import { namingFetch } from './device.ts'
import { patientFetch } from './patience.ts'

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

/** Where auth, data and realtime answer: this server, or the Supabase project that it was told of. */
export const apiUrl = meta('supabase-url') || location.origin
export const publishableKey = meta('publishable-key')
/** Where passkeys of this server work; empty where it has none, or is a Supabase project. */
export const passkeyOrigin = meta('passkey-origin')
/** A project elsewhere has no devices and keeps its keys itself. */
export const isOwnServer = apiUrl === location.origin

/** The one client of the desk. What a link put into the address is read by `landing.ts`, before anything is drawn. */
export const supabase = createClient(apiUrl, publishableKey, {
  auth: { storageKey: 'desk', detectSessionInUrl: false, experimental: { recoveryCodes: true } },
  // A project elsewhere would refuse a header that it does not know.
  global: { fetch: isOwnServer ? namingFetch : patientFetch },
})
