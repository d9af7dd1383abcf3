import { type ComponentPropsWithRef, useId } from 'react'
import { lengthWords } from '#content/form-field.ts'
import { TextLength } from '#ui/text-length.tsx'
import { useTextLength } from '#ui/use-text-length.ts'
import css from './labelled-input.module.css'

interface LabelledInputProps extends ComponentPropsWithRef<'input'> {
  label: string
  hint?: string
  longest?: number
  error?: string | undefined
}

export function LabelledInput({ label, hint, longest, error, ...input }: LabelledInputProps) {
  const id = useId()
  const { note, isOver, heard, measured } = useTextLength(longest, lengthWords)
  const described = [hint && `${id}-hint`, note && `${id}-length`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        {...measured}
        id={id}
        className={css.input}
        aria-invalid={isOver || error ? true : undefined}
        aria-describedby={described || undefined}
      />
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
