type Values<Name extends string> = Partial<Record<Name, string>>

/** What a visitor is typing, in memory only, and the id that its row will have. */
export interface RowDraft<Name extends string> {
  readonly values: () => Readonly<Values<Name>>
  readonly edit: (next: Values<Name>) => void
  /** Once more from the fields themselves: browsers fill some in without an event, or did before we ran. */
  readonly take: (form: HTMLFormElement) => void
  /** Makes the id, if there is none yet. */
  readonly begin: () => void
  /** The id to send these values under. The same values sent again have the same one, so they make one row. */
  readonly send: () => string
  /** After they were stored: what the next row starts with. */
  readonly clear: (kept?: Values<Name>) => void
}

export function createRowDraft<Name extends string>(first: Values<Name> = {}): RowDraft<Name> {
  let values = first
  let id: string | null = null
  let tried = false

  const begin = () => {
    id ??= crypto.randomUUID()
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
    send() {
      tried = true
      return begin()
    },
    clear(kept = {}) {
      values = kept
      id = null
      tried = false
    },
  }
}
