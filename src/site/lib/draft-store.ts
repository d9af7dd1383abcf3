import { isPrivacyControlOn } from './privacy-control.ts'

/** What a tab keeps of one form. */
export interface KeptDraft {
  /** When the visitor changed it last, in milliseconds since 1970. */
  readonly at: number
  readonly values: Readonly<Record<string, string | undefined>>
  /** How long it had been shown by then; null where nobody knows. */
  readonly seconds: number | null
  /** The id that these very values were sent under, if they were. */
  readonly id: string | null
}

const key = 'drafts'

/** A draft that nobody went on with is not kept for longer. */
const longestMs = 60 * 60_000

/** What this tab keeps of a form, if anything. Never throws. */
export function readDraft(form: string): KeptDraft | null {
  return change((drafts) => drafts.get(form)) ?? null
}

/** Keeps a form's draft in this tab alone, or no longer; says whether that worked. Never throws. */
export function keepDraft(form: string, draft: KeptDraft | null): boolean {
  const kept = change((drafts) => {
    if (draft) drafts.set(form, draft)
    else drafts.delete(form)
    return true
  })
  return kept ?? false
}

/** Undefined where nothing may be kept: reading the property throws where storage is closed to us. */
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

/** Those that are not too old. Another release may have written them, so text that cannot be read is none. */
function parse(text: string | null): Map<string, KeptDraft> {
  try {
    const drafts = JSON.parse(text ?? '[]') as [string, KeptDraft][]
    return new Map(drafts.filter(([, { at }]) => Date.now() - at < longestMs))
  } catch {
    return new Map()
  }
}
