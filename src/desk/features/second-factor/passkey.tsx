import { isAuthError } from '@supabase/supabase-js'
import { type ReactNode, useRef } from 'react'
import { authErrorMessage } from '#desk/lib/auth-words.ts'
import { authDataOrThrow, useAttempt } from '#desk/lib/mutations.ts'
import { passkeyOrigin } from '#desk/lib/server.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { Button } from '#ui/button.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import layout from '#ui/layout.module.css'

interface PasskeyButtonProps {
  says: string
  /** True if this is the screen's primary button. */
  isFirst?: boolean
  /** Opens the browser's dialog, and throws if the passkey is refused. */
  show: () => Promise<void>
  /** An additional control, shown next to the button. */
  children?: ReactNode
}

export function PasskeyButton({ says, isFirst = false, show, children }: PasskeyButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { isBusy, problem, attempt } = useAttempt(passkeyErrorMessage)
  const press = async () => {
    if (!(await attempt(show))) button.current?.focus()
  }
  return (
    <div className={layout.column}>
      {problem && <FormProblem failure={problem} />}
      <div className={layout.bar}>
        <Button ref={button} look={isFirst ? 'signal' : 'plain'} disabled={isBusy} onClick={() => void press()}>
          {isBusy ? 'Waiting for your device…' : says}
        </Button>
        {children}
      </div>
    </div>
  )
}

/** True if passkeys work here. Browsers allow passkeys only with https and for the configured host name. */
export const offersPasskeys = location.origin === passkeyOrigin && 'PublicKeyCredential' in window

/** The client requires these values, but our server ignores them and uses its configured URL. */
const passkeyParty = { rpId: location.hostname, rpOrigins: [location.origin] }

/** Creates a passkey, which also completes the two-step verification of this session. */
export async function addPasskey(name: string): Promise<void> {
  const { id } = authDataOrThrow(await supabase.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: name }))
  try {
    await verifyPasskey(id)
  } catch (error) {
    // An unfinished enrollment must not block the next enrollment.
    void supabase.auth.mfa.unenroll({ factorId: id })
    throw error
  }
}

/**
 * Creates or uses this factor's passkey in the browser. The client's own method would request only security keys,
 * and so would exclude the authenticators that are built into laptops and phones.
 */
export async function verifyPasskey(factorId: string): Promise<void> {
  const { id: challengeId, webauthn } = authDataOrThrow(
    await supabase.auth.mfa.challenge({ factorId, webauthn: passkeyParty }),
  )
  const { publicKey } = webauthn.credential_options
  const said =
    webauthn.type === 'create'
      ? await navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions })
      : await navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions })
  if (!said) throw new DOMException('The browser returned no credential.', 'NotAllowedError')
  const answer = { ...passkeyParty, type: webauthn.type, credential_response: said as never }
  authDataOrThrow(await supabase.auth.mfa.verify({ factorId, challengeId, webauthn: answer }))
}

/** Signs in with only a passkey, without an email address or a password. */
export async function signInByPasskey(): Promise<void> {
  authDataOrThrow(await supabase.auth.signInWithPasskey())
}

const words: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used. Try again, or choose another method.',
  AbortError: 'No passkey was used. Try again, or choose another method.',
  InvalidStateError: 'This device already has a passkey for your account.',
  ConstraintError: 'This device does not support fingerprints, face recognition or PINs. Use another device.',
  NotSupportedError: 'This device does not support passkeys. Use another device.',
}

/** Returns the desk's own message for a refused passkey, because browsers word this error differently. */
export function passkeyErrorMessage(error: unknown): string {
  if (isAuthError(error)) {
    return error.code === 'mfa_verification_failed'
      ? 'This passkey was not accepted. Try again, or choose another method.'
      : authErrorMessage(error)
  }
  return (error instanceof Error && words[error.name]) || authErrorMessage(error)
}
