import field from './field.module.css'
import css from './number-field.module.css'

interface NumberFieldProps {
  id: string
  name: string
  label: string
  defaultValue: string
  /** A sign before the number, such as that of a currency, or a unit after it. */
  before?: string | undefined
  after?: string | undefined
  hint: string
  /** Takes the place of the hint, so that little moves. */
  error?: string | undefined
}

/**
 * A field for one number with its unit. Text to the browser, so that what was typed can be read, judged and
 * answered; uncontrolled, so that what was typed before hydration stays.
 */
export function NumberField({ id, name, label, before, after, hint, error, ...rest }: NumberFieldProps) {
  const note = `${id}-note`
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.line}>
        {before && <span className={css.before}>{before}</span>}
        <input
          {...rest}
          id={id}
          name={name}
          className={`${field.control} ${css.number}`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={note}
          data-unit={after ? (after.length > 1 ? 'word' : 'sign') : undefined}
        />
        {after && <span className={css.after}>{after}</span>}
      </div>
      <p className={error ? field.error : field.hint} id={note}>
        {error ?? hint}
      </p>
    </div>
  )
}
