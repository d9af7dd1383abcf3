import type { Suspicion } from '#shared/contract/fields.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { isPrivacyControlOn } from './counting.ts'
import { replacedForm, served, setAside, watchRisk } from './unsent.ts'

type Values<Name extends string> = Partial<Record<Name, string>>

/** A visitor's typed values, stored in this tab until they are sent, and the id of their row. */
export interface RowDraft<Name extends string> {
  readonly values: () => Readonly<Values<Name>>
  readonly edit: (next: Values<Name>) => void
  /** Records a prefilled value. It is not stored before the visitor has typed something too. */
  readonly prefill: (next: Values<Name>) => void
  /**
   * Called after hydration, because the page was prerendered without the draft. The fields stay uncontrolled: empty
   * ones get the stored values; a field with a value keeps it, because it is newer (typed before hydration, or restored
   * by the browser). If hydration failed, the form is another one, and gets what was typed into the served one.
   */
  readonly attach: (form: HTMLFormElement | null) => void
  /** Reads the fields once more: browsers fill in some without an event, or did so before hydration. */
  readonly take: (form: HTMLFormElement) => void
  /**
   * The form is visible: creates the id, if there is none yet, and starts the timer. A prerendered form may already
   * have typed text, from an unknown time.
   */
  readonly begin: (form?: HTMLFormElement | null) => void
  /** Signs of a person or a bot: how long the form was visible, and who filled it in. */
  readonly signals: () => Suspicion
  /** The id under which to send these values. The same values keep their id, so that a retry is idempotent. */
  readonly send: () => string
  /** Called after the values were stored: sets the initial values of the next row. */
  readonly clear: (kept?: Values<Name>) => void
}

/** `first` has the values without a field. */
export function createRowDraft<Name extends string>(form: string, first: Values<Name> = {}): RowDraft<Name> {
  let values = first
  let id: string | null = null
  let tried = false
  let shown: number | null | undefined
  let fields: HTMLFormElement | null = null
  let restored = false
  let typed = false
  let isKept = true
  /** Trusted events show that a person typed, pasted or chose; events of scripts are not trusted. */
  let touched = false
  const putBack = setAside(form)

  const begin = (element?: HTMLFormElement | null) => {
    if (shown === undefined) {
      const filled = element && [...new FormData(element).values()].some(Boolean)
      shown = filled ? null : performance.now()
    }
    id ??= randomId()
    return id
  }
  /** Seconds with tenths since the form became visible; null if unknown. */
  const seconds = () => (shown == null ? null : Math.round((performance.now() - shown) / 100) / 10)
  const keep = () => {
    // An unused id is not stored: a duplicated tab would use the same id for another row.
    const draft = { at: Date.now(), values, seconds: seconds(), id: tried ? id : null }
    const isWorthIt = typed && Object.values(values).some(Boolean)
    isKept = keepDraft(form, isWorthIt ? draft : null) || !isWorthIt
  }
  const prefill = (next: Values<Name>) => {
    values = { ...values, ...next }
    // The first attempt may have been stored although its response was lost. Under the same id an edited form would
    // count as a retry and its change would be lost, so an edited form is a new row.
    if (tried) id = null
    tried = false
    begin()
    keep()
  }
  const edit = (next: Values<Name>) => {
    typed = true
    prefill(next)
  }
  const take = (element: HTMLFormElement) => {
    const changed = ([...new FormData(element)] as [Name, string][]).filter(
      ([name, value]) => value !== (values[name] ?? ''),
    )
    if (changed.length === 0) return
    begin(element)
    edit(Object.fromEntries(changed) as Values<Name>)
  }
  const restore = (element: HTMLFormElement, kept: KeptDraft) => {
    const known = Object.entries(kept.values).filter(
      ([name, value]) => typeof value === 'string' && (name in first || element.elements.namedItem(name)),
    )
    values = { ...values, ...(Object.fromEntries(known) as Values<Name>) }
    typed = true
    shown = kept.seconds === null ? null : performance.now() - kept.seconds * 1000
    id = kept.id
    tried = id !== null
  }

  const fill = (element: HTMLFormElement) => {
    for (const [name, value] of Object.entries<string | undefined>(values)) {
      const field = fieldOf(element, name)
      if (value && field && !field.value) field.value = value
    }
    take(element)
  }

  watchRisk(() => {
    if (fields?.isConnected) take(fields)
    return !isKept
  })

  return {
    values: () => values,
    edit,
    prefill,
    attach(element) {
      putBack()
      if (!element) return
      fields = element
      element.addEventListener('input', ({ isTrusted }) => {
        touched ||= isTrusted
      })
      const kept = restored ? null : readDraft(form)
      const before = restored ? null : replacedForm(form, element)
      restored = true
      if (kept) restore(element, kept)
      if (before) fill(before)
      fill(element)
      const last = served.field
      // Once its dialog is open again.
      if (before?.contains(last)) queueMicrotask(() => refocus(last as HTMLInputElement, element))
    },
    take,
    begin,
    signals: () => ({
      fill_seconds: seconds(),
      filled_by: fields?.querySelector(':autofill') ? 'browser' : touched ? 'person' : null,
    }),
    send() {
      const sent = begin()
      tried = true
      typed = true
      keep()
      return sent
    },
    clear(next = {}) {
      values = next
      id = null
      tried = false
      shown = undefined
      typed = false
      touched = false
      keep()
    },
  }
}

const fieldOf = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement | null

/** Moves the focus and the caret to the same field of another form. */
function refocus(from: HTMLInputElement, form: HTMLFormElement): void {
  const field = fieldOf(form, from.name)
  field?.focus()
  // Not every type of field has a caret.
  if (from.selectionStart != null) field?.setSelectionRange(from.selectionStart, from.selectionEnd)
}

interface KeptDraft {
  /** When the visitor last changed it, in milliseconds since 1970. */
  readonly at: number
  readonly values: Readonly<Record<string, string | undefined>>
  /** For how long the form had been visible by then; null if unknown. */
  readonly seconds: number | null
  /** The id under which exactly these values were sent, if they were. */
  readonly id: string | null
}

const key = 'drafts'

/** A draft that has not been changed for this long is discarded. */
const longestMs = 60 * 60_000

function readDraft(form: string): KeptDraft | null {
  return change((drafts) => drafts.get(form)) ?? null
}

/** Stores a form's draft in this tab alone, or deletes it; returns whether that worked. Never throws. */
function keepDraft(form: string, draft: KeptDraft | null): boolean {
  const kept = change((drafts) => {
    if (draft) drafts.set(form, draft)
    else drafts.delete(form)
    return true
  })
  return kept ?? false
}

/** Undefined if storage is blocked: then reading the property throws. */
function change<Result>(act: (drafts: Map<string, KeptDraft>) => Result): Result | undefined {
  try {
    const storage = sessionStorage
    if (isPrivacyControlOn()) {
      storage.removeItem(key)
      return undefined
    }
    const before = storage.getItem(key)
    const drafts = parse(before)
    const result = act(drafts)
    const after = drafts.size > 0 ? JSON.stringify([...drafts]) : null
    if (after === null) storage.removeItem(key)
    else if (after !== before) storage.setItem(key, after)
    return result
  } catch {
    return undefined
  }
}

/** The drafts that have not expired. Another release may have written them, so unreadable text is ignored. */
function parse(text: string | null): Map<string, KeptDraft> {
  try {
    const drafts = JSON.parse(text ?? '[]') as [string, KeptDraft][]
    return new Map(drafts.filter(([, { at }]) => Date.now() - at < longestMs))
  } catch {
    return new Map()
  }
}

/**
 * Adds a block of text to a message, or replaces the block that was added before. The visitor's own text is kept.
 * Nothing is cut: the form reports a message that is too long.
 */
export function withBlock(message: string, block: string, before: string): string {
  if (before !== '' && message.includes(before)) return message.replace(before, () => block)
  return message.trim() === '' ? block : `${message.trimEnd()}\n\n${block}`
}
