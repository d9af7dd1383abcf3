import type { Suspicion } from '#shared/contract/fields.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { type KeptDraft, keepDraft, readDraft } from './draft-store.ts'
import { watchRisk } from './page-loss.ts'

type Values<Name extends string> = Partial<Record<Name, string>>

/** What a visitor is typing, kept in this tab until it is sent, and the id that its row will have. */
export interface RowDraft<Name extends string> {
  readonly values: () => Readonly<Values<Name>>
  /** The visitor typed this. */
  readonly edit: (next: Values<Name>) => void
  /** We filled this in. It is not kept before the visitor has typed something too: until then it is ours. */
  readonly prefill: (next: Values<Name>) => void
  /**
   * The fields are on the page, to stay the browser's own: those that are empty get what this tab has kept. It comes
   * after hydration, as the page was made without. What stands in a field already was typed before we ran, or put
   * back by the browser, and is newer.
   */
  readonly attach: (form: HTMLFormElement | null) => void
  /** Once more from the fields themselves: browsers fill some in without an event, or did before we ran. */
  readonly take: (form: HTMLFormElement) => void
  /**
   * The form is shown: makes the id, if there is none yet, and starts the time. In a form that came with the page
   * something may have been typed already, and since when nobody knows.
   */
  readonly begin: (form?: HTMLFormElement | null) => void
  /** What tells a person's form from a program's: how long it was shown, and who filled it in. */
  readonly signals: () => Suspicion
  /** The id to send these values under. The same values sent again have the same one, so they make one row. */
  readonly send: () => string
  /** After they were stored: what the next row starts with. */
  readonly clear: (kept?: Values<Name>) => void
}

/** `first` names the values that have no field. */
export function createRowDraft<Name extends string>(form: string, first: Values<Name> = {}): RowDraft<Name> {
  let values = first
  let id: string | null = null
  let tried = false
  let shown: number | null | undefined
  let fields: HTMLFormElement | null = null
  let restored = false
  let typed = false
  let isKept = true
  /** A person was seen to type, paste or choose: what a script does to a field is not trusted. */
  let touched = false

  const begin = (element?: HTMLFormElement | null) => {
    if (shown === undefined) {
      const filled = element && [...new FormData(element).values()].some(Boolean)
      shown = filled ? null : performance.now()
    }
    id ??= randomId()
    return id
  }
  /** Since the form was shown; null where nobody knows. */
  const seconds = () => (shown == null ? null : Math.round((performance.now() - shown) / 100) / 10)
  const keep = () => {
    // An id that was not sent stays here: in a copy of this tab the same id would be given to another row.
    const draft = { at: Date.now(), values, seconds: seconds(), id: tried ? id : null }
    const isWorthIt = typed && Object.values(values).some(Boolean)
    isKept = keepDraft(form, isWorthIt ? draft : null) || !isWorthIt
  }
  const prefill = (next: Values<Name>) => {
    values = { ...values, ...next }
    // The first try may have arrived although its answer did not. Sent again under its id, the change
    // would be taken for a repeat and lost, so an edited form is a new row.
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

  watchRisk(() => {
    if (fields?.isConnected) take(fields)
    return !isKept
  })

  return {
    values: () => values,
    edit,
    prefill,
    attach(element) {
      if (!element) return
      fields = element
      element.addEventListener('input', ({ isTrusted }) => {
        touched ||= isTrusted
      })
      const kept = restored ? null : readDraft(form)
      restored = true
      if (kept) restore(element, kept)
      for (const [name, value] of Object.entries<string | undefined>(values)) {
        const field = element.elements.namedItem(name) as HTMLInputElement | null
        if (value && field && !field.value) field.value = value
      }
      take(element)
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
