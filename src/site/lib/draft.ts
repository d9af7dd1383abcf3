import type { SpamSignals } from '#shared/contract/fields.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { isPrivacyControlOn } from './counting.ts'
import { registerUnsavedCheck, removeInsertedNodes, replacedForm, servedForms } from './unsaved-work.ts'

type DraftValues<Name extends string> = Partial<Record<Name, string>>

/** A visitor's typed values, stored in this tab until they are sent, and the row's id. */
export interface RowDraft<Name extends string> {
  readonly values: () => Readonly<DraftValues<Name>>
  readonly edit: (next: DraftValues<Name>) => void
  /** Adds prefilled values, which are stored only once the visitor has also typed something. */
  readonly prefill: (next: DraftValues<Name>) => void
  /**
   * Called after hydration, because the page was prerendered without the draft. Empty fields receive the stored values.
   * A field with a value keeps that value, which is newer (typed before hydration, or restored by the browser). If
   * hydration failed, the form is new and receives the text that was typed into the served form.
   */
  readonly attach: (form: HTMLFormElement | null) => void
  /** Reads the fields again, because browsers fill in some fields without an event or before hydration. */
  readonly take: (form: HTMLFormElement) => void
  /** Called when the form becomes visible: creates the id and starts the timer, unless the form already has text. */
  readonly begin: (form?: HTMLFormElement | null) => void
  /** Signals of a human or a bot: how long the form was visible, and whether a human filled it in. */
  readonly signals: () => SpamSignals
  /** Returns the id to send with these values. Unchanged values keep their id, so that a retry is idempotent. */
  readonly send: () => string
  /** Called after the row is stored; `kept` contains the initial values of the next row. */
  readonly clear: (kept?: DraftValues<Name>) => void
}

/** `first` contains the values that have no field. */
export function createRowDraft<Name extends string>(form: string, first: DraftValues<Name> = {}): RowDraft<Name> {
  let values = first
  let id: string | null = null
  let tried = false
  let shown: number | null | undefined
  let fields: HTMLFormElement | null = null
  let restored = false
  let typed = false
  let isKept = true
  /** Set by trusted events, which show that a person typed, pasted or selected; events from scripts are not trusted. */
  let touched = false
  const putBack = removeInsertedNodes(form)

  const begin = (element?: HTMLFormElement | null) => {
    if (shown === undefined) {
      const filled = element && [...new FormData(element).values()].some(Boolean)
      shown = filled ? null : performance.now()
    }
    id ??= randomId()
    return id
  }
  /** Seconds since the form became visible, to one decimal place; null if unknown. */
  const seconds = () => (shown == null ? null : Math.round((performance.now() - shown) / 100) / 10)
  const keep = () => {
    // Does not store an unused id, because a duplicated tab would use the same id for another row.
    const draft = { at: Date.now(), values, seconds: seconds(), id: tried ? id : null }
    const isWorthIt = typed && Object.values(values).some(Boolean)
    isKept = storeDraft(form, isWorthIt ? draft : null) || !isWorthIt
  }
  const prefill = (next: DraftValues<Name>) => {
    values = { ...values, ...next }
    // An edited form gets a new id: the first attempt may have been stored although its response was lost, and the
    // server would then discard the edited row as a retry.
    if (tried) id = null
    tried = false
    begin()
    keep()
  }
  const edit = (next: DraftValues<Name>) => {
    typed = true
    prefill(next)
  }
  const take = (element: HTMLFormElement) => {
    const changed = ([...new FormData(element)] as [Name, string][]).filter(
      ([name, value]) => value !== (values[name] ?? ''),
    )
    if (changed.length === 0) return
    begin(element)
    edit(Object.fromEntries(changed) as DraftValues<Name>)
  }
  const restore = (element: HTMLFormElement, kept: StoredDraft) => {
    const known = Object.entries(kept.values).filter(
      ([name, value]) => typeof value === 'string' && (name in first || element.elements.namedItem(name)),
    )
    values = { ...values, ...(Object.fromEntries(known) as DraftValues<Name>) }
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

  registerUnsavedCheck(() => {
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
      const last = servedForms.field
      // Waits until the field's dialog is open again.
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

const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement | null

/** Moves the focus and the caret to the same field in another form. */
function refocus(from: HTMLInputElement, form: HTMLFormElement): void {
  const field = fieldOf(form, from.name)
  field?.focus()
  // Not every type of field has a caret.
  if (from.selectionStart != null) field?.setSelectionRange(from.selectionStart, from.selectionEnd)
}

interface StoredDraft {
  /** The time of the last change, in milliseconds since 1970. */
  readonly at: number
  readonly values: Readonly<Record<string, string | undefined>>
  /** The seconds for which the form had been visible at the last change; null if unknown. */
  readonly seconds: number | null
  /** The id under which these values were sent; null if they were not sent. */
  readonly id: string | null
}

const key = 'drafts'

/** A draft is discarded after this long without changes. */
const draftLifetimeMs = 60 * 60_000

function readDraft(form: string): StoredDraft | null {
  return updateDrafts((drafts) => drafts.get(form)) ?? null
}

/** Stores a form's draft in this tab only, or deletes it; returns true on success. Never throws. */
function storeDraft(form: string, draft: StoredDraft | null): boolean {
  const kept = updateDrafts((drafts) => {
    if (draft) drafts.set(form, draft)
    else drafts.delete(form)
    return true
  })
  return kept ?? false
}

/** Undefined if storage is blocked, because then reading the property throws. */
function updateDrafts<Result>(act: (drafts: Map<string, StoredDraft>) => Result): Result | undefined {
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

/** Returns the drafts that have not expired. Ignores unreadable data, which another release may have written. */
function parse(text: string | null): Map<string, StoredDraft> {
  try {
    const drafts = JSON.parse(text ?? '[]') as [string, StoredDraft][]
    return new Map(drafts.filter(([, { at }]) => Date.now() - at < draftLifetimeMs))
  } catch {
    return new Map()
  }
}

/** Appends a block of text to a message, or replaces the earlier block. The form refuses a message that is too long. */
export function insertBlock(message: string, block: string, before: string): string {
  if (before !== '' && message.includes(before)) return message.replace(before, () => block)
  return message.trim() === '' ? block : `${message.trimEnd()}\n\n${block}`
}
