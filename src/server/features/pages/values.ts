import { relyingParty } from '#server/lib/crypto/passkey.ts'

// A separate file without style sheets, because `npm run dev` runs it without a build.

/** Values that replace tokens in the built pages. Hashed inline code never contains these tokens. */
export interface SiteValues {
  publicUrl: string
  publishableKey: string
  /** The Supabase project that the site and the desk use; null if they use this server. */
  supabaseUrl: string | null
  signInServices: readonly string[]
}

/** Returns a function that inserts an installation's values into a page. */
export function fillValues(values: SiteValues): (text: string) => string {
  // The server cannot determine whether a Supabase project supports passkeys.
  const passkeyOrigin = (!values.supabaseUrl && relyingParty(values.publicUrl)?.origin) || ''
  return (text) =>
    text
      .replaceAll('__PUBLIC_URL__', values.publicUrl)
      .replaceAll('__PUBLISHABLE_KEY__', values.publishableKey)
      .replaceAll('__SUPABASE_URL__', values.supabaseUrl ?? '')
      .replaceAll('__PASSKEY_ORIGIN__', passkeyOrigin)
      .replaceAll('__SIGN_IN_SERVICES__', values.signInServices.join())
      .replaceAll(
        '<!--supabase-url-->',
        values.supabaseUrl ? `<meta name="supabase-url" content="${values.supabaseUrl}">` : '',
      )
}
