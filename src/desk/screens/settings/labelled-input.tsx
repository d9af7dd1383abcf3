import { type ComponentPropsWithRef, useId } from 'react'
import css from './labelled-input.module.css'

interface LabelledInputProps extends ComponentPropsWithRef<'input'> {
  label: string
  hint?: string
}

/** A field whose kind and bounds the settings know best. */
export function LabelledInput({ label, hint, ...input }: LabelledInputProps) {
  const id = useId()
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <input {...input} id={id} className={css.input} aria-describedby={hint && `${id}-hint`} />
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
