import { createClient } from '@supabase/supabase-js'

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

/** Where auth, data and realtime answer: this server, or the Supabase project that it was told of. */
export const apiUrl = meta('supabase-url') || location.origin
export const publishableKey = meta('publishable-key')

/** The one client of the desk. Links in letters land here with a session in the fragment, which it takes. */
export const supabase = createClient(apiUrl, publishableKey, { auth: { storageKey: 'desk' } })
