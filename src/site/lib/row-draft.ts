import { randomId } from '#shared/lib/random-id.ts'

type Values<Name extends string> = Partial<Record<Name, string>>

/** What a visitor is typing, in memory only, and the id that its row will have. */
export interface RowDraft<Name extends string> {
  readonly values: () => Readonly<Values<Name>>
  readonly edit: (next: Values<Name>) => void
  /** Once more from the fields themselves: browsers fill some in without an event, or did before we ran. */
  readonly take: (form: HTMLFormElement) => void
  /**
   * The form is shown: makes the id, if there is none yet, and starts the time. In a form that came with the page
   * something may have been typed already, and since when nobody knows.
   */
  readonly begin: (form?: HTMLFormElement | null) => void
  /** Seconds since the form was shown; null where nobody knows. */
  readonly seconds: () => number | null
  /** The id to send these values under. The same values sent again have the same one, so they make one row. */
  readonly send: () => string
  /** After they were stored: what the next row starts with. */
  readonly clear: (kept?: Values<Name>) => void
}

export function createRowDraft<Name extends string>(first: Values<Name> = {}): RowDraft<Name> {
  let values = first
  let id: string | null = null
  let tried = false
  let shown: number | null | undefined

  const begin = (form?: HTMLFormElement | null) => {
    if (shown === undefined) {
      const typed = form && [...new FormData(form).values()].some(Boolean)
      shown = typed ? null : performance.now()
    }
    id ??= randomId()
    return id
  }
  const edit = (next: Values<Name>) => {
    values = { ...values, ...next }
    // The first try may have arrived although its answer did not. Sent again under its id, the change
    // would be taken for a repeat and lost, so an edited form is a new row.
    if (tried) id = null
    tried = false
    begin()
  }

  return {
    values: () => values,
    edit,
    take(form) {
      for (const [name, value] of new FormData(form) as Iterable<[Name, string]>) {
        if (value !== (values[name] ?? '')) edit({ [name]: value } as Values<Name>)
      }
    },
    begin,
    seconds: () => (shown == null ? null : Math.round((performance.now() - shown) / 100) / 10),
    send() {
      tried = true
      return begin()
    },
    clear(kept = {}) {
      values = kept
      id = null
      tried = false
      shown = undefined
    },
  }
}
