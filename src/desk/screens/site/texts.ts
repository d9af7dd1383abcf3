import { isViewId } from '#content/views.ts'
import type { SiteSearch } from '#desk/lib/search-params.ts'
import type { SiteEntry, SiteState, SiteValue, SiteWord } from '#shared/contract/site.ts'
import { noLink, sitePaths } from '#shared/contract/site-checks.ts'
import { type EntryField, labelOf } from './labels.ts'

/** The draft of the site. Edits of texts that the installed release no longer has come first. */
export function readDraft(state: SiteState) {
  const { samples, unpublished, values } = state
  const edits = new Map(state.edits.map((edit) => [edit.path, edit]))
  const nothing = { original: '', names: [], longest: 0, isOptional: true }
  const lost: SiteWord[] = state.edits
    .filter(({ isLost }) => isLost)
    .map(({ path }) => ({ ...nothing, path, group: 'everywhere' }))
  const texts = [...lost, ...state.words].map((word) => {
    const { path } = word
    const edit = edits.get(path)
    const current = edit?.value ?? word.original
    return { word, edit, current, isSample: samples.includes(path), isUnpublished: unpublished.includes(path) }
  })
  return {
    state,
    /** The texts and lists by path, with their edits and current values. */
    texts: new Map(texts.map((text) => [text.word.path, text])),
    /** The names in braces that every text can contain. */
    known: new Set(Object.keys(values)),
  }
}
export type SiteDraft = ReturnType<typeof readDraft>
export type SiteText = SiteDraft['texts'] extends Map<string, infer Text> ? Text : never

const textOf = (value: SiteValue): string => (typeof value === 'string' ? value : '')
export const entriesOf = (value: SiteValue): readonly SiteEntry[] => (typeof value === 'string' ? [] : value)

/** Returns a text as its field shows it. A link without an address is an empty field. */
export const shownText = (value: SiteValue): string => (value === noLink ? '' : textOf(value))

/** Removes spaces at the ends, except those of the original, because some texts continue in a link. */
export function storedText({ path, original }: SiteWord, typed: string): string {
  if (path.startsWith(sitePaths.links)) return typed.trim() || noLink
  return textOf(original).replace(
    /^(\s*).*?(\s*)$/s,
    (_, before: string, after: string) => before + typed.trim() + after,
  )
}

/** The states by which an owner can filter texts. */
export const textFilters: Readonly<
  Record<NonNullable<SiteSearch['only']>, { label: string; fits: (text: SiteText) => boolean }>
> = {
  unpublished: { label: 'Not published', fits: ({ isUnpublished }) => isUnpublished },
  edited: { label: 'Changed', fits: ({ edit }) => edit !== undefined },
  samples: { label: 'Sample', fits: ({ isSample }) => isSample },
  stale: { label: 'Original has changed', fits: ({ edit }) => edit?.isStale === true || edit?.isLost === true },
}

/** Returns the texts that match the filters. `term` can occur in the original, the current text or the label. */
export function filterTexts({ texts, state }: SiteDraft, { group, only, find }: SiteSearch, term: string): SiteText[] {
  const wanted = term.trim().toLowerCase()
  return [...texts.values()].filter((text) => {
    const { word, current } = text
    if (find) return word.path === find
    if ((group && word.group !== group) || (only && !textFilters[only].fits(text))) return false
    const parts = [labelOf(word.path), word.original, current].flat()
    const words = parts.flatMap((part) => (typeof part === 'string' ? part : Object.values(part))).join('\n')
    return `${words}\n${fillValues(words, state.values)}`.toLowerCase().includes(wanted)
  })
}

/** Replaces the names in braces whose values are known. */
const fillValues = (text: string, values: SiteState['values']): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** Returns the entry with the form's values. It is no longer a sample. Empty optional values are left out. */
export function entryFromForm(fields: readonly EntryField[], { isHidden }: SiteEntry, form: FormData): SiteEntry {
  const values = fields.flatMap(({ name, kind }): [string, SiteEntry[string]][] => {
    const text = String(form.get(name) ?? '').trim()
    if (kind === 'flag') return text ? [[name, true]] : []
    if (kind === 'portrait' && !text) return []
    return [[name, kind === 'number' && text ? Number(text) : text]]
  })
  return { ...Object.fromEntries(values), ...(isHidden && { isHidden }) }
}

/** Returns the names in braces in a text and its original, each with its value. Null stands for a changing value. */
export function valuesIn({ original, names }: SiteWord, typed: string, values: SiteState['values']) {
  const found = [...`${textOf(original)} ${typed}`.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return [...new Set(found)]
    .filter((name) => names.includes(name) || values[name] !== undefined)
    .map((name) => [name, names.includes(name) ? null : values[name]] as const)
}

/**
 * Returns a link to the view that contains the text. If the site already shows the text, the browser scrolls to it.
 * @see https://wicg.github.io/scroll-to-text-fragment/
 */
export function linkToText({ word, current, isUnpublished }: SiteText, { state }: SiteDraft): string | null {
  if (!isViewId(word.group)) return null
  const [start = ''] = fillValues(textOf(current), state.values).split('{')
  const page = `/?view=${word.group}`
  if (isUnpublished || start.trim().length < 3) return page
  const words = start.trim().split(/\s+/).slice(0, 8).join(' ')
  return `${page}#:~:text=${encodeURIComponent(words).replaceAll('-', '%2D')}`
}
