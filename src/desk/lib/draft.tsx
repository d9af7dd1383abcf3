import { type FormEvent, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { readTypedText, saveTypedText, typedTextsOwner } from './browser-storage.ts'
import pieces from './pieces.module.css'

/*
 * Unsent forms. A draft survives closing the form, opening another record, a reload and the loss of the session. Only
 * Discard, sending and a sign-out remove it.
 */

export interface Draft<Value> {
  /** Null if nothing is unsaved. */
  value: Value | null
  set: (value: Value | null) => void
  /** Removes the draft that was sent, unless the user has changed it since. */
  clear: (sent: Value | null) => void
  /** Restores an earlier draft. If this replaces a draft, a toast can bring it back. */
  restore: (value: Value) => void
  /** Removes the draft, with a toast that can restore it. */
  discard: () => void
}

const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function write(place: string, text: string): void {
  saveTypedText(place, text)
  for (const listener of listeners) listener()
}

const stringify = (value: unknown) => (value === null ? '' : JSON.stringify(value))

/** Replaces a draft. If there was one, a toast can bring it back. */
function replace(place: string, text: string, name: string, onOpen?: (isOpen: boolean) => void): void {
  const before = readTypedText(place)
  write(place, text)
  onOpen?.(text !== '')
  if (before === '' || before === text) return
  const owner = typedTextsOwner()
  const undo = () => owner === typedTextsOwner() && replace(place, before, name, onOpen)
  showToast(`${name}: draft ${text ? 'replaced' : 'discarded'}.`, { undo })
}

/**
 * The draft of the form at this place, which is the form's subject and the id of its record. `name` names the form in
 * toasts. `onOpen` closes the form when its draft is discarded, and opens it when the draft is restored. Passwords and
 * secrets must not be stored in a draft.
 */
export function useDraft<Value>(place: string, name: string, onOpen?: (isOpen: boolean) => void): Draft<Value> {
  const text = useSyncExternalStore(subscribe, () => readTypedText(place))
  const value = useMemo(() => parse<Value>(text), [text])
  return {
    value,
    set: (next) => write(place, stringify(next)),
    clear: (sent) => readTypedText(place) === stringify(sent) && write(place, ''),
    restore: (earlier) => replace(place, stringify(earlier), name, onOpen),
    discard: () => replace(place, '', name, onOpen),
  }
}

/** The stored text may come from an earlier version of the desk. */
function parse<Value>(text: string): Value | null {
  try {
    return text ? (JSON.parse(text) as Value) : null
  } catch {
    return null
  }
}

/** The changed fields of a form whose fields are uncontrolled. */
interface FieldDraft<Seen> {
  /** Stored values as they were when the user began to type, for detecting conflicts. */
  seen: Partial<Seen>
  fields: Readonly<Record<string, readonly string[]>>
}

/** Like `useDraft`; the form gets `form`. `see` returns the stored values that the user sees when changing a field. */
export function useFormDraft<Seen>(
  place: string,
  name: string,
  see: (field: string) => Partial<Seen>,
  onOpen?: (isOpen: boolean) => void,
) {
  const draft = useDraft<FieldDraft<Seen>>(place, name, onOpen)
  const ref = useRef<HTMLFormElement>(null)
  const shown = useRef('')
  const isFilling = useRef(false)
  const { value } = draft
  const text = stringify(value)
  const keep = (field: string, ...typed: readonly string[]) => {
    const next = { seen: { ...see(field), ...value?.seen }, fields: { ...value?.fields, [field]: typed } }
    shown.current = stringify(next)
    draft.set(next)
  }
  // The form was opened, or its draft was discarded, restored or sent.
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    isFilling.current = true
    if (ref.current) fill(ref.current, value?.fields ?? {})
    isFilling.current = false
  }, [text, value])
  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const { name, type } = target as HTMLInputElement
    if (!name || type === 'password' || isFilling.current) return
    keep(name, ...new FormData(currentTarget).getAll(name).map(String))
  }
  return { ...draft, keep, form: { ref, onInput } }
}

/** Shows the fields of a draft. All other fields show their initial values. */
function fill(form: HTMLFormElement, fields: FieldDraft<unknown>['fields']): void {
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>('[name]')) {
    const typed = fields[control.name]
    if ('checked' in control && control.type === 'checkbox') {
      control.checked = typed ? typed.includes(control.value) : control.defaultChecked
      continue
    }
    const first = 'options' in control ? [...control.options].find((option) => option.defaultSelected) : undefined
    const initial = 'defaultValue' in control ? control.defaultValue : (first?.value ?? '')
    // React notices a change only if the setter of the element's class makes it.
    Reflect.set(Object.getPrototypeOf(control), 'value', typed?.[0] ?? initial, control)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

interface DraftNoteProps extends Pick<Draft<unknown>, 'value' | 'discard'> {
  /** True if the form shows stored values that the user has changed. */
  isChange?: boolean
}

/** Says that a draft is kept, with a button that discards it. */
export function DraftNote({ value, discard, isChange }: DraftNoteProps) {
  if (value === null) return null
  return (
    <span className={`${layout.bar} ${pieces.kept}`}>
      <span className={layout.tiny} role="status">
        {isChange ? 'Unsaved changes.' : 'Draft kept.'}
      </span>
      <Button size="small" onClick={discard}>
        {isChange ? 'Discard changes' : 'Discard'}
      </Button>
    </span>
  )
}
