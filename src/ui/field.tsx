import type { ReactNode } from 'react'
import css from './field.module.css'
import { TextLength } from './text-length.tsx'
import { type LengthWords, useTextLength } from './use-text-length.ts'

/** A form field as data: one table of these draws the form here and on the server's plain page. */
export interface FieldSpec {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'tel' | 'datetime-local' | 'select' | 'textarea'
  readonly required: boolean
  readonly autocomplete?: string
  readonly placeholder?: string
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly longest?: number
}

interface FieldProps {
  spec: FieldSpec
  /** Makes ids unique when two forms stand on one page. */
  idPrefix: string
  /** Said of a field that may stay empty. */
  optional?: string | undefined
  lengthWords?: LengthWords
  min?: string | undefined
  max?: string | undefined
  defaultValue?: string | undefined
  error?: string | undefined
  hint?: ReactNode
  /** While what it holds is being sent: an edit would be lost, so there is none. */
  isLocked?: boolean
}

/** Label, control, hint and refusal of one field. Uncontrolled: what was typed before hydration stays. */
export function Field({ spec, idPrefix, optional, lengthWords, error, hint, ...rest }: FieldProps) {
  const id = `${idPrefix}-${spec.name}`
  const { note, isOver, heard, measured } = useTextLength(spec.longest, lengthWords)
  const described = [hint && `${id}-hint`, note && `${id}-length`, error && `${id}-error`]
  const control = {
    id,
    name: spec.name,
    className: css.control,
    required: spec.required,
    autoComplete: spec.autocomplete,
    'aria-invalid': error || isOver ? true : undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
  }
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {spec.label}
        {optional && !spec.required && <span className={css.optional}> ({optional})</span>}
      </label>
      <Control spec={spec} control={control} measured={measured} {...rest} />
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <TextLength id={`${id}-length`} note={note} isOver={isOver} heard={heard} />
      {error && (
        <p className={css.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

interface ControlProps extends Pick<FieldProps, 'min' | 'max' | 'defaultValue' | 'isLocked'> {
  spec: FieldSpec
  control: { id: string; name: string; className: string | undefined; required: boolean }
  measured: ReturnType<typeof useTextLength>['measured']
}

function Control({ spec, control, measured, min, max, defaultValue, isLocked }: ControlProps) {
  if (spec.type === 'select') {
    return (
      <select {...control} defaultValue={defaultValue ?? ''} disabled={isLocked}>
        <option value="">{spec.placeholder}</option>
        {spec.options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  }
  // Not disabled, which would take the focus from whoever pressed Enter in it.
  const text = { ...control, ...measured, defaultValue, placeholder: spec.placeholder, readOnly: isLocked }
  if (spec.type === 'textarea') return <textarea {...text} rows={4} />
  return <input {...text} type={spec.type} min={min} max={max} />
}
