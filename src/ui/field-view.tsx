import type { ChangeEvent, FormEvent, ReactNode } from 'react'
import css from './field.module.css'
import { visuallyHidden } from './visually-hidden.ts'

/** A form field as data, for the browser's form and the server's plain page. */
export interface FieldSpec {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'tel' | 'password' | 'datetime-local' | 'select' | 'textarea'
  readonly required: boolean
  readonly autocomplete?: string
  readonly placeholder?: string
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly longest?: number
}

export type TextControl = HTMLInputElement | HTMLTextAreaElement

/** Messages about a field's length limit, and the props with which the control measures its text. */
export interface TextLengthState {
  readonly note: string
  readonly isOver: boolean
  readonly heard: string
  readonly measured: {
    readonly ref: (element: TextControl | null) => void
    readonly onInput: (event: FormEvent<TextControl>) => void
  }
}

export interface FieldViewProps {
  spec: FieldSpec
  /** Makes ids unique if a page has two forms. If there is no prefix, the field's name is the id. */
  idPrefix?: string
  /** Marks an optional field. */
  optional?: string | undefined
  min?: string | undefined
  max?: string | undefined
  minLength?: number
  maxLength?: number
  defaultValue?: string | undefined
  /** The text of a controlled field. */
  value?: string
  onChange?: (event: ChangeEvent<TextControl>) => void
  error?: string | undefined
  hint?: ReactNode
  /** True while the form is being sent, because an edit would be lost then. */
  isLocked?: boolean
  autoFocus?: boolean
  length?: TextLengthState
}

/** The label, control, hint and error of one field, in the browser and on the server. */
export function FieldView({ spec, idPrefix, optional, error, hint, length, ...rest }: FieldViewProps) {
  const id = idPrefix ? `${idPrefix}-${spec.name}` : spec.name
  const described = [hint && `${id}-hint`, length?.note && `${id}-length`, error && `${id}-error`]
  const control = {
    id,
    name: spec.name,
    className: css.control,
    required: spec.required,
    autoComplete: spec.autocomplete,
    'aria-invalid': error || length?.isOver ? true : undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
  }
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {spec.label}
        {optional && !spec.required && <span className={css.optional}>{` (${optional})`}</span>}
      </label>
      <Control spec={spec} control={control} measured={length?.measured} {...rest} />
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {length && <TextLength id={`${id}-length`} {...length} />}
      {error && (
        <p className={css.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

type FromView =
  | ('min' | 'max' | 'minLength' | 'maxLength' | 'defaultValue' | 'isLocked' | 'autoFocus')
  | ('value' | 'onChange')

interface ControlProps extends Pick<FieldViewProps, FromView> {
  spec: FieldSpec
  control: { id: string; name: string; className: string | undefined; required: boolean }
  measured: TextLengthState['measured'] | undefined
}

function Control({ spec, control, measured, defaultValue, value, onChange, isLocked, ...rest }: ControlProps) {
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
  // Read-only instead of disabled, because disabling the field in which the user pressed Enter would remove the focus.
  const state = { value, onChange, defaultValue, readOnly: isLocked }
  const text = { ...control, ...measured, ...state, placeholder: spec.placeholder }
  if (spec.type === 'textarea') return <textarea {...text} rows={4} />
  return <input {...text} {...rest} type={spec.type} />
}

interface TextLengthProps {
  id: string
  note: string
  isOver: boolean
  heard: string
}

/** Shows below the field, and reports to screen readers, how close the text is to its limit. */
export function TextLength({ id, note, isOver, heard }: TextLengthProps) {
  if (!note) return null
  return (
    <>
      <p className={isOver ? css.over : css.left} id={id}>
        {note}
      </p>
      <p className={visuallyHidden} aria-live="polite">
        {heard}
      </p>
    </>
  )
}

/**
 * A honeypot: hidden from sight, screen readers and the keyboard, so that only bots fill it in. Browsers must not save
 * values for `name`.
 */
export const Honeypot = ({ name, defaultValue }: { name: string; defaultValue?: string }) => (
  <input
    className={visuallyHidden}
    name={name}
    defaultValue={defaultValue}
    tabIndex={-1}
    autoComplete="off"
    aria-hidden
  />
)
