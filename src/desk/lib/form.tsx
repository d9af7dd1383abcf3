import { type ComponentPropsWithRef, type FormEvent, type ReactNode, useId } from 'react'
import { lengthWords } from '#content/form-field.ts'
import field from '#ui/field.module.css'
import { useTextLength } from '#ui/field.tsx'
import { TextLength } from '#ui/field-view.tsx'
import layout from '#ui/layout.module.css'
import controls from './controls.module.css'

export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Returns the value of a password field. The value is not trimmed, because spaces may be part of the password. */
export function passwordOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Returns a submit handler that calls `act` with the form's values. */
export const handleSubmit =
  (act: (fields: FormData) => unknown) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    act(new FormData(event.currentTarget))
  }

interface LabeledInputProps extends ComponentPropsWithRef<'input'> {
  label: string
  hint?: string
  longest?: number
  error?: string | undefined
}

export function LabeledInput({ label, hint, longest, error, ref, ...input }: LabeledInputProps) {
  const id = useId()
  const { note, isOver, heard, measured } = useTextLength(longest, lengthWords)
  const described = [hint && `${id}-hint`, note && `${id}-length`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={field.field}>
      <label className={layout.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        {...measured}
        ref={(element) => {
          measured.ref(element)
          if (typeof ref === 'function') ref(element)
          else if (ref) ref.current = element
        }}
        id={id}
        className={`${controls.control} ${controls.large}`}
        aria-invalid={isOver || error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {hint && (
        <p className={field.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <TextLength id={`${id}-length`} note={note} isOver={isOver} heard={heard} />
      {error && (
        <p className={field.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

/** Returns the attributes of a number field with these bounds. A stored value is `perUnit` times the field's value. */
export const numberWithin = ({ least, most }: { least: number; most: number }, perUnit = 1) =>
  ({ type: 'number', min: least / perUnit, max: most / perUnit }) as const

interface CheckProps extends ComponentPropsWithRef<'input'> {
  label: string
  /** An explanation, shown below the label. */
  says?: ReactNode
}

export function CheckField({ label, says, className = '', type = 'checkbox', ...input }: CheckProps) {
  return (
    <label className={`${controls.check} ${className}`}>
      <input {...input} type={type} />
      <span>
        {label}
        {says && <span className={controls.explained}>{says}</span>}
      </span>
    </label>
  )
}
