import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FieldView, type FieldViewProps, type TextControl } from './field-view.tsx'

interface FieldProps extends Omit<FieldViewProps, 'length'> {
  lengthWords?: LengthWords
}

/** A field that checks the length of its text. The field is uncontrolled, so that text typed before hydration stays. */
export function Field({ lengthWords, ...rest }: FieldProps) {
  return <FieldView {...rest} length={useTextLength(rest.spec.longest, lengthWords)} />
}

export interface LengthWords {
  readonly left: (n: number) => string
  readonly over: (n: number, longest: number) => string
}

/** The share of the limit at which the note appears. */
const near = 0.9
const pauseMs = 1000
const nothing = { note: '', isOver: false }

/**
 * Limits the length of a field's text without truncating the text. Near the limit, `note` says how many more characters
 * fit. Beyond the limit, the browser's validation blocks the form and says by how much the text exceeds the limit. As
 * on the server, the length is counted after trimming. `heard` is the note for screen readers, updated after a pause
 * instead of on every key press.
 */
export function useTextLength(longest: number | undefined, words: LengthWords | undefined) {
  const control = useRef<TextControl>(null)
  const [said, say] = useState(nothing)
  const [heard, hear] = useState('')
  const { note } = said

  const measure = (control: TextControl) => {
    if (!longest || !words) return
    const left = longest - control.value.trim().length
    const over = left < 0 ? words.over(-left, longest) : ''
    control.setCustomValidity(over)
    const next = over || (left <= longest * (1 - near) ? words.left(left) : '')
    if (next !== note) say({ note: next, isOver: left < 0 })
  }
  // The field can already contain text that was typed before hydration or restored.
  const first = useEffectEvent(() => control.current && measure(control.current))
  useEffect(() => void first(), [])
  useEffect(() => {
    const timer = setTimeout(() => hear(note), pauseMs)
    return () => clearTimeout(timer)
  }, [note])

  return {
    ...said,
    heard,
    measured: {
      ref: (element: TextControl | null) => {
        control.current = element
      },
      onInput: (event: FormEvent<TextControl>) => measure(event.currentTarget),
    },
  }
}
