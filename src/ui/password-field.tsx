import { type ReactNode, useState } from 'react'
import field from './field.module.css'
import css from './password-field.module.css'

interface PasswordFieldProps {
  id: string
  name: string
  label: string
  /** Tells a password manager whether to fill in a password or to generate one. */
  autoComplete: 'current-password' | 'new-password'
  hint?: ReactNode
  error?: string | undefined
  onInput?: (value: string) => void
}

/**
 * A password field with a button that shows the password. There is no maximum length, because a browser would silently
 * truncate a pasted password.
 */
export function PasswordField({ id, name, label, autoComplete, hint, error, onInput }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.line}>
        <input
          id={id}
          name={name}
          className={`${field.control} ${css.password}`}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          onInput={(event) => onInput?.(event.currentTarget.value)}
        />
        <button
          type="button"
          className={css.toggle}
          aria-pressed={isShown}
          aria-label={`Show: ${label}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </div>
      {hint && (
        <p className={field.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={field.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
