/// <reference types="vite/types/importMeta.d.ts" />
import { groupOf } from '#content/groups.ts'
import { currentSamples } from '#content/samples.ts'
import { currentEdits, editableLeaves, sharedValues, withEdits } from '#content/tree.ts'
import { invalid } from '#server/lib/auth/refusal.ts'
import type { SiteState, SiteValue, SiteWord } from '#shared/contract/site.ts'
import { checkSiteValue } from '#shared/contract/site-checks.ts'
import type { SiteDraft } from './queries.ts'

/** All texts. A bundler leaves out texts that a program does not use, and this program uses all of them. */
const modules = import.meta.glob(['/src/content/*.ts', '!/src/content/*.test.ts'], { eager: true })

/** The maximum lengths of texts in a place that limits them; all others may be half as long again as the original. */
const limits: readonly [path: RegExp, longest: number][] = [
  [/^views\.[\w-]+\.title$/, 60],
  [/^descriptions\./, 160],
  [/^brand\.shortName$/, 12],
  [/^brand\.(name|senderName)$/, 40],
  [/^brand\.email$/, 254],
  [/^brand\.links\./, 300],
  [/^legalEntity\./, 300],
  [/^look\./, 100],
]

const longestOf = (path: string, original: SiteValue): number =>
  limits.find(([pattern]) => pattern.test(path))?.[1] ?? Math.max(24, Math.ceil(original.length * 1.5))

/** The texts and lists that owners can change, in the order of the views. */
function siteWords(): SiteWord[] {
  if (Object.keys(modules).length === 0) throw new Error('texts are missing')
  return editableLeaves().flatMap(({ path, original, names }) => {
    const group = groupOf(path)
    // The settings hold the numbers of these promises.
    if (group === undefined || path.startsWith('promises.')) return []
    const value = original as SiteValue
    return {
      path,
      group,
      original: value,
      names: [...names],
      longest: longestOf(path, value),
      isOptional: value === '',
    }
  })
}

/** Refuses a value that would break a page. Returns the original. */
export function checkedOriginal(path: string, value: SiteValue | null): SiteValue {
  const word = siteWords().find((one) => one.path === path)
  if (!word) {
    if (value === null) return ''
    throw invalid('This text does not exist in this release. Reload the page.')
  }
  const known = new Set(Object.keys(sharedValues()))
  const problem = value === null ? null : checkSiteValue(word, value, known)
  if (problem !== null) throw invalid(problem)
  return word.original
}

/** The state of the site for the desk. `sender` is the sender in the server's settings. */
export function siteState({ edits, ...draft }: SiteDraft, sender: string | null): SiteState {
  const words = siteWords()
  const originals = new Map(words.map(({ path, original }) => [path, JSON.stringify(original)]))
  const drafted = Object.fromEntries(edits.map(({ path, value }) => [path, value]))
  return {
    ...draft,
    words,
    edits: edits.map(({ base, ...edit }) => ({
      ...edit,
      isStale: originals.has(edit.path) && originals.get(edit.path) !== JSON.stringify(base),
      isLost: !originals.has(edit.path),
    })),
    sender,
    ...withEdits({ ...currentPromises(), ...drafted }, () => ({
      values: Object.fromEntries(Object.entries(sharedValues()).map(([name, value]) => [name, String(value)])),
      samples: [...new Set(currentSamples().map(({ path }) => path))],
    })),
  }
}

/** The numbers in the settings, which the draft does not contain. */
const currentPromises = () =>
  Object.fromEntries(Object.entries(currentEdits()).filter(([path]) => path.startsWith('promises.')))
