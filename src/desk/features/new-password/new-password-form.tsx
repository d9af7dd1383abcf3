import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { secretOf, sends, textOf } from '#desk/lib/form.tsx'
import { passwordRule } from '#desk/lib/server.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import layout from '#ui/layout.module.css'
import { PasswordField } from '#ui/password-field.tsx'
import { unseen } from '#ui/unseen.ts'
import { progressInWords } from './rule-words.ts'
import { useNewPassword } from './use-new-password.ts'

interface NewPasswordFormProps {
  /** The account's address, for password managers. */
  email: string
  submit: string
  onDone: () => void
  /** A second control beside the button. */
  children?: ReactNode
}

/** Sets a password, with the further proof that the server may ask for. */
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
      onSubmit={sends((fields) => {
        void send({
          password: secretOf(fields, 'password'),
          current: secretOf(fields, 'current'),
          nonce: textOf(fields, 'nonce'),
        })
      })}
    >
      <input
        className={unseen}
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
          label="Present password"
          autoComplete="current-password"
          error={errorOf('current')}
        />
      )}
      <PasswordField
        id={`${id}-password`}
        name="password"
        label="New password"
        autoComplete="new-password"
        hint={progressInWords(typed, passwordRule)}
        error={errorOf('password')}
        onInput={setTyped}
      />
      {asks.nonce && (
        <Field
          spec={{
            name: 'nonce',
            label: 'Code from the letter',
            type: 'text',
            required: true,
            autocomplete: 'one-time-code',
          }}
          idPrefix={id}
          error={errorOf('nonce')}
        />
      )}
      <div role="alert" className={unseen}>
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
