import { isAuthError } from '@supabase/supabase-js'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { authErrorMessage } from '#desk/lib/auth-words.ts'
import { handleSubmit, passwordOf, textOf } from '#desk/lib/form.tsx'
import { authDataOrThrow } from '#desk/lib/mutations.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import layout from '#ui/layout.module.css'
import { PasswordField } from '#ui/password-field.tsx'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { passwordProgressText, passwordRuleError } from './rule-words.ts'

interface NewPasswordFormProps {
  /** The account's email address, for password managers. */
  email: string
  submit: string
  onDone: () => void
  /** An additional control, shown next to the button. */
  children?: ReactNode
}

/** Sets a password. Asks for additional proof if the server requires it. */
export function NewPasswordForm({ email, submit, onDone, children }: NewPasswordFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const { isBusy, fault, asks, send } = useNewPassword(onDone)
  const errorOf = (field: string) => (fault?.field === field ? fault.says : undefined)

  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>(`[name="${fault.field}"]`)?.focus()
  }, [fault])

  return (
    <form
      ref={form}
      className={layout.column}
      onSubmit={handleSubmit((fields) => {
        void send({
          password: passwordOf(fields, 'password'),
          current: passwordOf(fields, 'current'),
          nonce: textOf(fields, 'nonce'),
        })
      })}
    >
      <input
        className={visuallyHidden}
        type="email"
        name="username"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      {asks.current && (
        <PasswordField
          id={`${id}-current`}
          name="current"
          label="Current password"
          autoComplete="current-password"
          error={errorOf('current')}
        />
      )}
      <PasswordField
        id={`${id}-password`}
        name="password"
        label="New password"
        autoComplete="new-password"
        hint={passwordProgressText(typed)}
        error={errorOf('password')}
        onInput={setTyped}
      />
      {asks.nonce && (
        <Field
          spec={{
            name: 'nonce',
            label: 'Code from the email',
            type: 'text',
            required: true,
            autocomplete: 'one-time-code',
          }}
          idPrefix={id}
          error={errorOf('nonce')}
        />
      )}
      <div role="alert" className={visuallyHidden}>
        {fault && fault.field !== 'form' && fault.says}
      </div>
      {fault?.field === 'form' && <FormProblem failure={fault.says}>Nothing was changed.</FormProblem>}
      <div className={layout.bar}>
        <Button look="signal" type="submit" disabled={isBusy}>
          {isBusy ? 'Saving…' : submit}
        </Button>
        {children}
      </div>
    </form>
  )
}

interface NewPassword {
  password: string
  /** The current password and the code from an email, if the server requires them. */
  current: string
  nonce: string
}

interface NewPasswordState {
  isBusy: boolean
  fault: { field: keyof NewPassword | 'form'; says: string } | null
  /** The additional proof that the server requires. */
  asks: { current: boolean; nonce: boolean }
}

const idle: NewPasswordState = { isBusy: false, fault: null, asks: { current: false, nonce: false } }

/** Sets a password. The server's first refusal says which additional proof it requires. */
function useNewPassword(onDone: () => void) {
  const [state, setState] = useState(idle)

  const send = async (typed: NewPassword) => {
    const says = passwordRuleError(typed.password)
    if (says) return setState({ ...state, fault: { field: 'password', says } })
    setState({ ...state, isBusy: true, fault: null })
    try {
      await updatePassword(typed)
      setState(idle)
      onDone()
    } catch (error) {
      setState(await stateAfterRefusal(state, error))
    }
  }
  return { ...state, send }
}

async function updatePassword({ password, current, nonce }: NewPassword): Promise<void> {
  const more = { ...(current && { current_password: current }), ...(nonce && { nonce }) }
  authDataOrThrow(await supabase.auth.updateUser({ password, ...more }))
}

async function stateAfterRefusal({ asks }: NewPasswordState, error: unknown): Promise<NewPasswordState> {
  const code = isAuthError(error) ? error.code : undefined
  if (code === 'current_password_required') {
    const says = 'Enter your current password too.'
    return { isBusy: false, asks: { ...asks, current: true }, fault: { field: 'current', says } }
  }
  if (code === 'reauthentication_needed') {
    const { error: unsent } = await supabase.auth.reauthenticate()
    if (unsent) return { isBusy: false, asks, fault: { field: 'form', says: authErrorMessage(unsent) } }
    const says = 'You signed in a while ago. We emailed you a code; enter it here.'
    return { isBusy: false, asks: { ...asks, nonce: true }, fault: { field: 'nonce', says } }
  }
  const field = fields[code ?? ''] ?? 'form'
  return { isBusy: false, asks, fault: { field, says: authErrorMessage(error) } }
}

const fields: Readonly<Record<string, keyof NewPassword>> = {
  weak_password: 'password',
  same_password: 'password',
  validation_failed: 'password',
  current_password_invalid: 'current',
  reauthentication_not_valid: 'nonce',
}
