import { editsElement } from '#shared/lib/edits-script.ts'

/**
 * The texts of the site form one tree. An owner can replace each text in the desk; the replacements are called edits.
 * The tree is changed in place, so that all code reads the current text as a plain property.
 */

/** The new value of each path that an owner changed, such as `home.hero.title`. */
export type Edits = Readonly<Record<string, unknown>>

type Holder = Record<string, unknown>
type Parts = Holder & { readonly text: string; readonly names: readonly string[] }

/** The text that the build contains, and the place of the current text. */
interface Leaf {
  readonly path: string
  readonly holder: Holder
  readonly key: string
  readonly original: unknown
  /** The names of the values that callers pass to a sentence. */
  readonly names: readonly string[]
  /** False for ids, links and other strings that only programs read. */
  readonly isEditable: boolean
}

/** An entry of an editable list. A hidden entry stays in the list, but not on the site. */
export interface ListEntry {
  readonly isHidden?: boolean
}

/** A text with values, which callers pass in the order of `names`. */
export type Sentence<Names extends readonly string[]> = (...values: Values<Names>) => string
export type Values<Names extends readonly string[]> = { [Name in keyof Names]: string | number }

/** In a page, an element contains the edits. Programs that render pages set them before they import the texts. */
const { document, publishedEdits } = globalThis as {
  document?: { getElementById(id: string): { textContent: string | null } | null }
  publishedEdits?: Edits
}

let edits: Edits = readEdits()
const leaves = new Map<string, Leaf>()
const registered = new WeakSet<object>()
const lists = new WeakSet<object>()
const valueSources: (() => object)[] = []
let values: Readonly<Record<string, unknown>> = {}

function readEdits(): Edits {
  const text = document?.getElementById(editsElement)?.textContent
  return text ? (JSON.parse(text) as Edits) : (publishedEdits ?? {})
}

const placeholder = /\{(\w+)\}/g
const onlyValue = /^\{\w+\}$/

const fill = (text: string, read: (name: string) => unknown): string =>
  text.replace(placeholder, (whole, name: string) => String(read(name) ?? whole))

/** The names in braces in this text. */
export const placeholdersOf = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name = '']) => name)

/** Adds values that every text can contain, by their names in braces. `read` returns the current values. */
export function registerValues(read: () => object): void {
  valueSources.push(read)
  readValues()
  // Texts that were registered earlier can contain these values.
  for (const leaf of leaves.values()) put(leaf)
}

function readValues(): void {
  values = Object.assign({}, ...valueSources.map((read) => read()))
}

/** The values that every text can contain. */
export const sharedValues = (): Readonly<Record<string, unknown>> => values

/** Returns a function that completes a text: `sentence('By {day}', 'day')('Monday')` returns "By Monday". */
/* @__NO_SIDE_EFFECTS__ */
export function sentence<const Names extends readonly string[]>(text: string, ...names: Names): Sentence<Names> {
  const parts = { text, names }
  const say = (...given: readonly (string | number)[]) => fill(parts.text, (name) => given[names.indexOf(name)])
  return Object.assign(say, { parts })
}

/** A text for one thing, and a text that contains any other count. */
export interface Counted<Names extends readonly string[]> {
  readonly one: Sentence<Names>
  readonly many: (count: string | number, ...values: Values<Names>) => string
}

/** Returns texts for `plural`: `plural(2, counted('1 call', '{count} calls'))` returns "2 calls". */
/* @__NO_SIDE_EFFECTS__ */
export function counted<const Names extends readonly string[]>(
  one: string,
  many: string,
  ...names: Names
): Counted<Names> {
  return {
    one: sentence(one, ...names) as Sentence<Names>,
    many: sentence(many, 'count', ...names) as Counted<Names>['many'],
  }
}

export const plural = <Names extends readonly string[]>(
  count: number,
  { one, many }: Counted<Names>,
  ...values: Values<Names>
): string => (count === 1 ? one(...values) : many(count.toLocaleString('en'), ...values))

/** Returns a list whose entries owners can add, change, hide and remove. */
/* @__NO_SIDE_EFFECTS__ */
export function editableList<Entry extends ListEntry>(entries: readonly Entry[]): readonly Entry[] {
  const list = [...entries]
  lists.add(list)
  return list
}

/** Keys of strings that only programs read, unless a string contains a space. */
const codeKeys = new Set([
  ...['id', 'target', 'pack', 'document', 'href', 'to', 'type', 'kind', 'unit', 'zone', 'fileName', 'autocomplete'],
  ...['footer', 'detailView', 'defaultTab', 'defaultFilter', 'defaultMethod', 'changed', 'category', 'impact', 'sheet'],
])

/** The keys, in single trees, of other texts that nobody can change. These claims count what the site contains. */
const codesOf: Readonly<Record<string, string>> = {
  bookingFields: 'name value',
  claims:
    'countriesNamed kitResources kitSmallest kitLargest checkpoints testCategories deliveryPhases qualityGates ' +
    'deliveryRisks',
  currencies: 'sign',
  legalEntity: 'label',
  messageFields: 'name value',
  roiGroups: 'fields',
  securityContact: 'languages',
  successKit: 'downloadSize',
  zones: 'name value',
}

/** Adds texts to the tree under `name` and applies the edits. Leaves alone getters, and objects of other trees. */
/* @__NO_SIDE_EFFECTS__ */
export function registerTexts<const Texts extends object>(name: string, texts: Texts): Texts {
  collect(texts as Holder, name, new Set(codesOf[name]?.split(' ')), true)
  return texts
}

function collect(holder: Holder, path: string, codes: ReadonlySet<string>, isEditable: boolean): void {
  if (registered.has(holder)) return
  registered.add(holder)
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
    const at = { path: `${path}.${key}`, isEditable: isEditable && !codes.has(key), names: [], holder, key }
    if (typeof value === 'string')
      add({ ...at, isEditable: at.isEditable && isWords(at.path, key, value), original: value })
    else if (isSentence(value))
      add({ ...at, holder: value.parts, key: 'text', original: value.parts.text, names: namesIn(value.parts) })
    else if (Array.isArray(value) && lists.has(value)) add({ ...at, original: [...value] })
    else if (typeof value === 'object' && value !== null) collect(value, at.path, codes, at.isEditable)
  }
}

/** Callers can pass more values than the text contains. */
const namesIn = ({ text, names }: Parts) => names.filter((name) => text.includes(`{${name}}`))

/** Readers see no words in a text that consists only of a value or of punctuation. Facts about the provider can. */
const isWords = (path: string, key: string, text: string): boolean =>
  codeKeys.has(key)
    ? /\s/.test(text)
    : text === '' || path.startsWith('brand.') || /\p{L}|\d/u.test(text.replace(onlyValue, ''))

const isSentence = (value: unknown): value is { parts: Parts } => typeof value === 'function' && 'parts' in value

function add(leaf: Leaf): void {
  leaves.set(leaf.path, leaf)
  put(leaf)
}

function put({ path, holder, key, original, names, isEditable }: Leaf): void {
  const edit = isEditable ? edits[path] : undefined
  if (!Array.isArray(original)) {
    const text = typeof edit === 'string' ? edit : String(original)
    // A sentence's own values come first.
    holder[key] = fill(text, (name) => (names.includes(name) ? undefined : values[name]))
    return
  }
  const entries: readonly ListEntry[] = Array.isArray(edit) ? edit : original
  const list = holder[key] as unknown[]
  list.splice(0, list.length, ...entries.filter(({ isHidden }) => !isHidden).map(filled))
}

/** Replaces the names of shared values, also inside an entry of a list. */
function filled(value: unknown): unknown {
  if (typeof value === 'string') return fill(value, (name) => values[name])
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner)]))
}

/** Replaces all edits and changes every text in place. Texts that are registered later are changed too. */
export function applyEdits(next: Edits): void {
  edits = next
  // The first round sets the texts that are also values; the second puts them into the others.
  for (let round = 0; round < 2; round++) {
    for (const leaf of leaves.values()) put(leaf)
    readValues()
  }
}

/** Runs `work`, which must not wait for anything, with other edits. */
export function withEdits<Result>(next: Edits, work: () => Result): Result {
  const before = edits
  applyEdits(next)
  try {
    return work()
  } finally {
    applyEdits(before)
  }
}

/** Adds edits that the page did not contain. */
export const addEdits = (more: Edits): void => applyEdits({ ...edits, ...more })

/** The text or list in the build. */
export const originalOf = (path: string): unknown => leaves.get(path)?.original

export const currentEdits = (): Edits => edits

/** True if an owner has set the value of this path, even to the original one. */
export const isEdited = (path: string): boolean => Object.hasOwn(edits, path)

/** The texts and lists that owners can change, as in the build. */
export const editableLeaves = (): Pick<Leaf, 'path' | 'original' | 'names'>[] =>
  [...leaves.values()].filter(({ isEditable }) => isEditable)
