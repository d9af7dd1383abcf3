import { createClient } from '@supabase/supabase-js'
import { namingFetch } from './device.ts'
import { patientFetch } from './patience.ts'
import { apiUrl, isOwnServer, publishableKey } from './project.ts'

/** The desk's only client. `landing.ts` reads a link's tokens before the first render. */
export const supabase = createClient(apiUrl, publishableKey, {
  auth: { storageKey: 'desk', detectSessionInUrl: false, experimental: { recoveryCodes: true } },
  // A Supabase project would refuse an unknown header in its CORS preflight.
  global: { fetch: isOwnServer ? namingFetch : patientFetch },
})
