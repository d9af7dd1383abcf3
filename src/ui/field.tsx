import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FieldView, type FieldViewProps, type TextControl } from './field-view.tsx'

interface FieldProps extends Omit<FieldViewProps, 'length'> {
  lengthWords?: LengthWords
}

/** A field that counts what is typed against its bound. Uncontrolled: what was typed before hydration stays. */
export function Field({ lengthWords, ...rest }: FieldProps) {
  return <FieldView {...rest} length={useTextLength(rest.spec.longest, lengthWords)} />
}

export interface LengthWords {
  readonly left: (n: number) => string
  readonly over: (n: number, longest: number) => string
}

/** From this part of the bound on, what is left is said. */
const near = 0.9
const pauseMs = 1000
const nothing = { note: '', isOver: false }

/**
 * Keeps a text within its bound without cutting it: near the end `note` says what still fits, beyond it the browser's
 * own check refuses to send, and says by how much. The bound counts as the server does, after trimming. `heard` is the
 * note for ears: after a pause, and not at each key.
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
  // What it holds already counts: typed before the page ran, or kept from before.
  const first = useEffectEvent(() => control.current && measure(control.current))
  useEffect(() => void first(), [])
  useEffect(() => {
    const timer = setTimeout(() => hear(note), pauseMs)
    return () => clearTimeout(timer)
  }, [note])

  return {
    ...said,
    heard,
    /** For the control. */
    measured: {
      ref: (element: TextControl | null) => {
        control.current = element
      },
      onInput: (event: FormEvent<TextControl>) => measure(event.currentTarget),
    },
  }
}
