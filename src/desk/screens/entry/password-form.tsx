import { useRef } from 'react'
import controls from '#desk/lib/controls.module.css'
import { secretOf, sends, textOf } from '#desk/lib/form.tsx'
import { orThrow, useAttempt } from '#desk/lib/mutations.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import layout from '#ui/layout.module.css'
import { PasswordField } from '#ui/password-field.tsx'
import { emailField } from './email-field.ts'
import css from './entry.module.css'

interface PasswordFormProps {
  email: string
  /** The e-mail address in the form when the user leaves it. */
  onEmail: (email: string) => void
  onForgotten: () => void
}

/** Signs in with address and password. The next step follows from the session's state. */
export function PasswordForm({ email, onEmail, onForgotten }: PasswordFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, problem, attempt } = useAttempt()

  const send = async (fields: FormData) => {
    const credentials = { email: textOf(fields, 'email'), password: secretOf(fields, 'password') }
    const isIn = await attempt(async () => orThrow(await supabase.auth.signInWithPassword(credentials)))
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
    <form ref={form} className={`${layout.column} ${css.form}`} onSubmit={sends(send)}>
      <Field spec={emailField} idPrefix="sign-in" defaultValue={email} />
      <PasswordField id="sign-in-password" name="password" label="Password" autoComplete="current-password" />
      {problem && <FormProblem failure={problem} />}
      <div className={`${layout.bar} ${css.ways}`}>
        <Button look="signal" type="submit" disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
        <button type="button" className={`${controls.bare} ${controls.words} ${css.link}`} onClick={forget}>
          Forgot the password?
        </button>
      </div>
    </form>
  )
}
