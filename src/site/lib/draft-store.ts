import { isPrivacyControlOn } from './counting.ts'

export interface KeptDraft {
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

export function readDraft(form: string): KeptDraft | null {
  return change((drafts) => drafts.get(form)) ?? null
}

/** Stores a form's draft in this tab alone, or deletes it; returns whether that worked. Never throws. */
export function keepDraft(form: string, draft: KeptDraft | null): boolean {
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
