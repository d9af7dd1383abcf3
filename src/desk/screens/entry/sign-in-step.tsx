import { useState } from 'react'
import { comeInByPasskey, offersPasskeys, PasskeyButton } from '#desk/features/second-factor/passkey.tsx'
import type { Said } from '#desk/lib/landing.ts'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import css from './entry.module.css'
import { ForgottenStep } from './forgotten-step.tsx'
import { PasswordForm } from './password-form.tsx'
import { Saying } from './saying.tsx'
import { ServiceButtons } from './service-buttons.tsx'
import { Step } from './step.tsx'
import { signInWay } from './ways.ts'

/** The first step. A forgotten password is handled on the same sheet, with the address that was typed. */
export function SignInStep({ says }: { says: Said | null }) {
  const [isForgotten, setForgotten] = useState(false)
  const [email, setEmail] = useState('')
  if (isForgotten) return <ForgottenStep email={email} onBack={() => setForgotten(false)} />
  return (
    <Step
      title="Sign in"
      way={{ stops: signInWay, at: 0 }}
      foot={
        <p className={layout.note}>
          No account? People work here by invitation: ask an owner of the desk for one.
        </p>
      }
    >
      {says && <Saying {...says} />}
      <PasswordForm email={email} onEmail={setEmail} onForgotten={() => setForgotten(true)} />
      <ServiceButtons />
      {offersPasskeys && (
        <div className={`${layout.stack} ${pieces.listed} ${css.other}`}>
          <p className={layout.note}>Have a passkey? It opens the desk alone, without password or code.</p>
          <PasskeyButton says="Use a passkey" show={comeInByPasskey} />
        </div>
      )}
    </Step>
  )
}
