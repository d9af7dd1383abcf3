import { isAuthError } from '@supabase/supabase-js'
import { type ReactNode, useRef } from 'react'
import { authInWords } from '#desk/lib/auth-words.ts'
import { orThrow, useAttempt } from '#desk/lib/mutations.ts'
import { passkeyOrigin } from '#desk/lib/server.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { Button } from '#ui/button.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import layout from '#ui/layout.module.css'

interface PasskeyButtonProps {
  says: string
  /** Whether it is the primary button of the screen. */
  isFirst?: boolean
  /** Opens the browser's dialog; throws the refusal. */
  show: () => Promise<void>
  onDone?: () => void
  /** A second control beside the button. */
  children?: ReactNode
}

export function PasskeyButton({ says, isFirst = false, show, onDone, children }: PasskeyButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { isBusy, problem, attempt } = useAttempt(passkeyInWords)
  const press = async () => {
    if (await attempt(show)) return onDone?.()
    button.current?.focus()
  }
  return (
    <div className={layout.column}>
      {problem && <FormProblem failure={problem} />}
      <div className={layout.bar}>
        <Button
          ref={button}
          look={isFirst ? 'signal' : 'plain'}
          disabled={isBusy}
          onClick={() => void press()}
        >
          {isBusy ? 'Your device is asking…' : says}
        </Button>
        {children}
      </div>
    </div>
  )
}

/** Whether passkeys work here: browsers allow them with https only, and for the configured host name. */
export const offersPasskeys = location.origin === passkeyOrigin && 'PublicKeyCredential' in window

/** Our server uses its own address; the client requires these values. */
const party = { rpId: location.hostname, rpOrigins: [location.origin] }

/** Makes a passkey, and with it the session of the second step. */
export async function addPasskey(name: string): Promise<void> {
  const { id } = orThrow(await supabase.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: name }))
  try {
    await showPasskey(id)
  } catch (error) {
    // An enrolment that was not finished must not block the next one.
    void supabase.auth.mfa.unenroll({ factorId: id })
    throw error
  }
}

/**
 * Creates or uses the passkey of this factor in the browser. The client's own method would request security keys
 * alone, and so exclude the authenticators built into laptops and phones.
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

/** Signs in by a passkey alone, without naming an account. */
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

/** The browser's refusal in our words, since each browser words it differently. */
export function passkeyInWords(error: unknown): string {
  if (isAuthError(error)) {
    return error.code === 'mfa_verification_failed' ? 'This passkey does not fit.' : authInWords(error)
  }
  return (error instanceof Error && words[error.name]) || authInWords(error)
}
