import controls from '#desk/lib/controls.module.css'
import field from '#ui/field.module.css'
import layout from '#ui/layout.module.css'
import css from './second-factor.module.css'

interface CodeFieldProps {
  id: string
  label: string
  hint: string
  error: string | null
  /** Called at the sixth digit. */
  onComplete: () => void
}

/** Six digits of an authenticator app. The last digit submits the form, because codes expire soon. */
export function CodeField({ id, label, hint, error, onComplete }: CodeFieldProps) {
  return (
    <div className={layout.close}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        name="code"
        className={`${controls.control} ${css.code}`}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        // Apps show a space in the middle, which is copied along.
        pattern="\s*(\d\s*){6}"
        title="Six digits"
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        onInput={(event) => {
          if (
            event.currentTarget.value.replace(/\s/g, '').length === 6 &&
            event.currentTarget.checkValidity()
          ) {
            onComplete()
          }
        }}
      />
      <p className={field.hint} id={`${id}-hint`}>
        {hint}
      </p>
      <p className={field.error} id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  )
}
