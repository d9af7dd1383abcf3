import { isViewId } from '#content/views.ts'
import type { SiteSearch } from '#desk/lib/search-params.ts'
import type { SiteEdit, SiteEntry, SiteState, SiteValue, SiteWord } from '#shared/contract/site.ts'
import { labelOf } from './labels.ts'

/** A text or a list of the site, with its edit in the draft. */
export interface SiteText {
  readonly word: SiteWord
  readonly edit: SiteEdit | undefined
  /** The value in the draft. */
  readonly current: SiteValue
  readonly isSample: boolean
  readonly isUnpublished: boolean
}

/** All texts of the site in the draft. */
export interface SiteDraft {
  readonly state: SiteState
  readonly texts: ReadonlyMap<string, SiteText>
  /** The names in braces that every text can contain. */
  readonly known: ReadonlySet<string>
}

export function readDraft(state: SiteState): SiteDraft {
  const edits = new Map(state.edits.map((edit) => [edit.path, edit]))
  const [samples, unpublished] = [new Set(state.samples), new Set(state.unpublished)]
  const texts = state.words.map((word): [string, SiteText] => {
    const edit = edits.get(word.path)
    const [isSample, isUnpublished] = [samples.has(word.path), unpublished.has(word.path)]
    return [word.path, { word, edit, current: edit?.value ?? word.original, isSample, isUnpublished }]
  })
  return { state, texts: new Map(texts), known: new Set(Object.keys(state.values)) }
}

export const textOf = (value: SiteValue): string => (typeof value === 'string' ? value : '')
export const entriesOf = (value: SiteValue): readonly SiteEntry[] => (typeof value === 'string' ? [] : value)

const isWanted: Record<NonNullable<SiteSearch['only']>, (text: SiteText) => boolean> = {
  unpublished: ({ isUnpublished }) => isUnpublished,
  edited: ({ edit }) => edit !== undefined,
  samples: ({ isSample }) => isSample,
  stale: ({ edit }) => edit?.isStale === true,
}

/** Returns the texts that match the filters. `term` can occur in the original, the current text or the label. */
export function filterTexts(
  draft: SiteDraft,
  { group, only, find }: Pick<SiteSearch, 'group' | 'only' | 'find'>,
  term: string,
): SiteText[] {
  const wanted = term.trim().toLowerCase()
  return [...draft.texts.values()].filter((text) => {
    if (find) return text.word.path === find
    if (group && text.word.group !== group) return false
    if (only && !isWanted[only](text)) return false
    return wanted === '' || searchTextOf(text, draft).includes(wanted)
  })
}

function searchTextOf({ word, current }: SiteText, { state }: SiteDraft): string {
  const values = [word.original, current].map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const filled = values.map((value) => fillValues(value, state.values))
  return [...values, ...filled, labelOf(word.path)].join('\n').toLowerCase()
}

/** Replaces the names in braces whose values are known. */
export const fillValues = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** Returns the names in braces in a text and its original, each with its value. Null stands for a changing value. */
export function valuesIn(
  { original, names }: SiteWord,
  typed: string,
  values: Readonly<Record<string, string>>,
): (readonly [name: string, value: string | null])[] {
  const found = [...`${textOf(original)} ${typed}`.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return [...new Set(found)]
    .filter((name) => names.includes(name) || values[name] !== undefined)
    .map((name) => [name, names.includes(name) ? null : (values[name] ?? null)])
}

/** Removes spaces at the ends, except those of the original, because some texts continue in a link. */
export const keepEdges = (original: string, typed: string): string =>
  original.replace(/^(\s*).*?(\s*)$/s, (_, before: string, after: string) => before + typed.trim() + after)

/**
 * Returns a link to the view that contains the text. If the site already shows the text, the browser scrolls to it.
 * @see https://wicg.github.io/scroll-to-text-fragment/
 */
export function linkToText(text: SiteText, values: Readonly<Record<string, string>>): string | null {
  if (!isViewId(text.word.group)) return null
  const [known = ''] = fillValues(textOf(text.current), values).split('{')
  const start = known.length > 60 ? known.slice(0, 60).replace(/\s+\S*$/, '') : known.trim()
  const page = `/?view=${text.word.group}`
  if (text.isUnpublished || start.length < 3) return page
  return `${page}#:~:text=${encodeURIComponent(start).replaceAll('-', '%2D')}`
}
