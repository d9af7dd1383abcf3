import { useRef, useState } from 'react'
import { offersPasskeys, PasskeyButton, signInByPasskey } from '#desk/features/second-factor/passkey.tsx'
import { local } from '#desk/lib/browser-storage.ts'
import controls from '#desk/lib/controls.module.css'
import { handleSubmit, passwordOf, textOf } from '#desk/lib/form.tsx'
import type { StatusMessage } from '#desk/lib/link-landing.ts'
import { authDataOrThrow, useAttempt } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { signInServices } from '#desk/lib/server.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import layout from '#ui/layout.module.css'
import { PasswordField } from '#ui/password-field.tsx'
import css from './entry.module.css'
import { EntryMessage, emailField, recoverySteps, Step, signInSteps } from './step.tsx'

const storageIsBlocked =
  'This browser blocks site data, so you will be signed out when you reload or close this page. To stay signed in, allow cookies and site data for this site and reload.'

/** The first step of signing in. On the same sheet, a user who forgot the password can request a link by email. */
export function SignInStep({ says }: { says: StatusMessage | null }) {
  const [isForgotten, setForgotten] = useState(false)
  const [email, setEmail] = useState('')
  if (isForgotten) return <ForgottenPasswordStep email={email} onBack={() => setForgotten(false)} />
  return (
    <Step
      title="Sign in"
      way={{ stops: signInSteps, at: 0 }}
      foot={<p className={layout.note}>No account? Ask an owner of the desk to invite you.</p>}
    >
      {says && <EntryMessage {...says} />}
      {local.isBlocked() && <EntryMessage text={storageIsBlocked} isFault={false} />}
      <PasswordForm email={email} onEmail={setEmail} onForgotten={() => setForgotten(true)} />
      <ServiceButtons />
      {offersPasskeys && (
        <div className={`${layout.stack} ${pieces.listed} ${css.other}`}>
          <p className={layout.note}>Have a passkey? It replaces both the password and the code.</p>
          <PasskeyButton says="Use a passkey" show={signInByPasskey} />
        </div>
      )}
    </Step>
  )
}

interface PasswordFormProps {
  email: string
  /** Called with the email address that the user has typed so far. */
  onEmail: (email: string) => void
  onForgotten: () => void
}

/** Signs in with an email address and a password. The session's state determines the next step. */
function PasswordForm({ email, onEmail, onForgotten }: PasswordFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, problem, attempt } = useAttempt()

  const send = async (fields: FormData) => {
    const credentials = { email: textOf(fields, 'email'), password: passwordOf(fields, 'password') }
    const isIn = await attempt(async () => authDataOrThrow(await supabase.auth.signInWithPassword(credentials)))
    if (isIn) return
    const field = form.current?.querySelector<HTMLInputElement>('[name=password]')
    field?.focus()
    field?.select()
  }

  const forget = () => {
    if (form.current) onEmail(textOf(new FormData(form.current), 'email'))
    onForgotten()
  }

  return (
    <form ref={form} className={`${layout.column} ${css.form}`} onSubmit={handleSubmit(send)}>
      <Field spec={emailField} idPrefix="sign-in" defaultValue={email} />
      <PasswordField id="sign-in-password" name="password" label="Password" autoComplete="current-password" />
      {problem && <FormProblem failure={problem} />}
      <div className={`${layout.bar} ${css.ways}`}>
        <Button look="signal" type="submit" disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
        <button type="button" className={`${controls.bare} ${controls.words} ${css.link}`} onClick={forget}>
          Forgot your password?
        </button>
      </div>
    </form>
  )
}

/** The sign-in services that the operator has set up. Each service returns the user to the current page. */
function ServiceButtons() {
  const { isBusy, problem, attempt } = useAttempt()
  const goTo = (name: string) =>
    attempt(async () => {
      const redirectTo = location.origin + location.pathname + location.search
      // The client's type lists only Supabase's services, but an operator can configure others.
      authDataOrThrow(await supabase.auth.signInWithOAuth({ provider: name as 'google', options: { redirectTo } }))
    })
  if (signInServices.length === 0) return null
  return (
    <div className={`${layout.stack} ${pieces.listed} ${css.other}`}>
      {problem && <FormProblem failure={problem} />}
      {signInServices.map((name) => (
        <Button key={name} look="plain" disabled={isBusy} onClick={() => void goTo(name)}>
          Continue with {nameOf(name)}
        </Button>
      ))}
    </div>
  )
}

const nameOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, ' ')

/** Requests an email with a link. The response is always the same, so that it does not reveal who has an account. */
function ForgottenPasswordStep({ email, onBack }: { email: string; onBack: () => void }) {
  const { isBusy, problem, attempt } = useAttempt()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const way = { stops: recoverySteps, at: 0 }

  const send = async (address: string) => {
    const redirectTo = new URL('/desk/', location.href).href
    const isSent = await attempt(async () =>
      authDataOrThrow(await supabase.auth.resetPasswordForEmail(address, { redirectTo })),
    )
    if (isSent) setSentTo(address)
  }

  if (sentTo !== null) {
    return (
      <Step title="Check your inbox" way={way} begins="heading">
        <EntryMessage
          isFault={false}
          text={`If ${sentTo} has an account here, an email is on its way. The link in the email works once and expires in one hour.`}
        />
        <p>
          Open the link in this browser. If the email does not arrive within a few minutes, check your spam folder and
          the address.
        </p>
        {problem && <FormProblem failure={problem} />}
        <div className={`${layout.bar} ${css.ways}`}>
          <Button disabled={isBusy} onClick={() => void send(sentTo)}>
            Send again
          </Button>
          <button type="button" className={`${controls.bare} ${controls.words} ${css.link}`} onClick={onBack}>
            Back to sign-in
          </button>
        </div>
      </Step>
    )
  }
  return (
    <Step
      title="Reset your password"
      way={way}
      text={<p>We will email you a link. If you use two-step verification, you will also need your code or passkey.</p>}
    >
      <form
        className={`${layout.column} ${css.form}`}
        onSubmit={handleSubmit((fields) => send(textOf(fields, 'email')))}
      >
        <Field spec={emailField} idPrefix="forgotten" defaultValue={email} />
        {problem && <FormProblem failure={problem} />}
        <div className={`${layout.bar} ${css.ways}`}>
          <Button look="signal" type="submit" disabled={isBusy}>
            {isBusy ? 'Sending…' : 'Email me a link'}
          </Button>
          <button type="button" className={`${controls.bare} ${controls.words} ${css.link}`} onClick={onBack}>
            Back to sign-in
          </button>
        </div>
      </form>
    </Step>
  )
}
