import type { ReactNode } from 'react'
import css from './field.module.css'

/** A form field as data: one table of these draws the form here and on the server's plain page. */
export interface FieldSpec {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'tel' | 'datetime-local' | 'select' | 'textarea'
  readonly required: boolean
  readonly autocomplete?: string
  readonly placeholder?: string
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

interface FieldProps {
  spec: FieldSpec
  /** Makes ids unique when two forms stand on one page. */
  idPrefix: string
  optional: string
  maxLength?: number | undefined
  min?: string | undefined
  defaultValue?: string | undefined
  error?: string | undefined
  hint?: ReactNode
}

/** Label, control, hint and refusal of one field. Uncontrolled: what was typed before hydration stays. */
export function Field({ spec, idPrefix, optional, error, hint, ...rest }: FieldProps) {
  const id = `${idPrefix}-${spec.name}`
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  const control = {
    id,
    name: spec.name,
    className: css.control,
    required: spec.required,
    autoComplete: spec.autocomplete,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described,
  }
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {spec.label}
        {!spec.required && <span className={css.optional}> ({optional})</span>}
      </label>
      <Control spec={spec} control={control} {...rest} />
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={css.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

interface ControlProps extends Pick<FieldProps, 'maxLength' | 'min' | 'defaultValue'> {
  spec: FieldSpec
  control: { id: string; name: string; className: string | undefined; required: boolean }
}

function Control({ spec, control, maxLength, min, defaultValue }: ControlProps) {
  if (spec.type === 'select') {
    return (
      <select {...control} defaultValue={defaultValue ?? ''}>
        <option value="">{spec.placeholder}</option>
        {spec.options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  }
  const text = { ...control, maxLength, defaultValue, placeholder: spec.placeholder }
  if (spec.type === 'textarea') return <textarea {...text} rows={4} />
  return <input {...text} type={spec.type} min={min} />
}
