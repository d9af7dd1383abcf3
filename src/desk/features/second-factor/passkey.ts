import { isAuthError } from '@supabase/supabase-js'
import { authInWords } from '#desk/lib/auth-words.ts'
import { passkeyOrigin, supabase } from '#desk/lib/supabase.ts'
import { orThrow } from '#desk/lib/use-attempt.ts'

/** Whether passkeys work here: browsers have them by https alone, and for the one name that the site is known by. */
export const offersPasskeys = location.origin === passkeyOrigin && 'PublicKeyCredential' in window

/** The server goes by its own address; the client wants these said. */
const party = { rpId: location.hostname, rpOrigins: [location.origin] }

/** Makes a passkey, and with it the session of the second step. */
export async function addPasskey(name: string): Promise<void> {
  const { id } = orThrow(await supabase.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: name }))
  try {
    await showPasskey(id)
  } catch (error) {
    // What was asked for and not made shall not take the place of another.
    void supabase.auth.mfa.unenroll({ factorId: id })
    throw error
  }
}

/**
 * Has the browser make the passkey of this factor, or sign with it. The client's one call for all of it would ask for
 * security keys alone, and keep out what laptops and phones have built in.
 */
export async function showPasskey(factorId: string): Promise<void> {
  const { id: challengeId, webauthn } = orThrow(
    await supabase.auth.mfa.challenge({ factorId, webauthn: party }),
  )
  const { publicKey } = webauthn.credential_options
  const said =
    webauthn.type === 'create'
      ? await navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions })
      : await navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions })
  if (!said) throw new DOMException('the browser gave nothing', 'NotAllowedError')
  const answer = { ...party, type: webauthn.type, credential_response: said as never }
  orThrow(await supabase.auth.mfa.verify({ factorId, challengeId, webauthn: answer }))
}

/** Comes in by a passkey alone, whoever's it is. */
export async function comeInByPasskey(): Promise<void> {
  orThrow(await supabase.auth.signInWithPasskey())
}

const words: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was shown. Try again, or take another way.',
  AbortError: 'No passkey was shown. Try again, or take another way.',
  InvalidStateError: 'This device holds a passkey for your account already.',
  ConstraintError: 'This device cannot ask for a finger, a face or a PIN. Take another one.',
  NotSupportedError: 'This device can hold no passkey. Take another one.',
}

/** What a browser refused, in our words: each has its own for it. */
export function passkeyInWords(error: unknown): string {
  if (isAuthError(error)) {
    return error.code === 'mfa_verification_failed' ? 'This passkey does not fit.' : authInWords(error)
  }
  return (error instanceof Error && words[error.name]) || authInWords(error)
}
