import type { SiteEntry } from '#shared/contract/site.ts'
import { localZone } from '#shared/lib/time-zone.ts'
import type { listPaths } from './labels.ts'

export interface EntryField {
  readonly name: string
  readonly label: string
  /** The default is a text on one line. */
  readonly kind?: 'text' | 'long' | 'zone' | 'number' | 'flag' | 'portrait'
  readonly hint?: string
}

interface EntryFormWords {
  readonly heading: string
  readonly about: string
  readonly noun: string
  readonly nameOf: (entry: SiteEntry) => string
  readonly aboutOf: (entry: SiteEntry) => string
  readonly fields: readonly EntryField[]
  /** The values of a new entry. */
  readonly blank: SiteEntry
}

const textIn = (entry: SiteEntry, name: string) => String(entry[name] ?? '')

/** The fields of each list's entries. */
export const entryForms: Readonly<Record<keyof typeof listPaths, EntryFormWords>> = {
  people: {
    heading: 'People',
    about: 'Name only people who have agreed. Hidden people stay in this list, but not on the site.',
    noun: 'a person',
    nameOf: (entry) => textIn(entry, 'name'),
    aboutOf: (entry) => `${textIn(entry, 'role')}, ${textIn(entry, 'city')}. ${textIn(entry, 'text')}`,
    fields: [
      { name: 'portrait', label: 'Portrait', kind: 'portrait' },
      { name: 'name', label: 'Name' },
      { name: 'does', label: 'Does', hint: 'One word, such as Writes.' },
      { name: 'role', label: 'Role' },
      { name: 'text', label: 'Work that a partner sees', kind: 'long' },
      { name: 'city', label: 'City' },
      { name: 'zone', label: 'Time zone', kind: 'zone' },
      { name: 'from', label: 'Starts at (hour)', kind: 'number' },
      { name: 'to', label: 'Ends at (hour)', kind: 'number' },
    ],
    blank: { zone: localZone() ?? '', from: 9, to: 17 },
  },
  testimonials: {
    heading: 'Testimonials',
    about: 'Use only quotes that a partner has approved.',
    noun: 'a testimonial',
    nameOf: (entry) => `${textIn(entry, 'author')}, ${textIn(entry, 'title')}`,
    aboutOf: (entry) => `“${textIn(entry, 'quote')}”`,
    fields: [
      { name: 'quote', label: 'Quote', kind: 'long', hint: 'Without quotation marks.' },
      { name: 'author', label: 'Author' },
      { name: 'title', label: 'Company and city' },
      { name: 'rating', label: 'Rating from 1 to 5', kind: 'number' },
    ],
    blank: { rating: 5 },
  },
  example: {
    heading: 'Steps',
    about: 'One request, hour by hour. Use an example that a partner has approved, or one that is marked as made up.',
    noun: 'a step',
    nameOf: (entry) => `${textIn(entry, 'time')} ${textIn(entry, 'who')}`,
    aboutOf: (entry) => textIn(entry, 'what'),
    fields: [
      { name: 'time', label: 'Time', hint: 'Such as 09:20.' },
      { name: 'who', label: 'Role' },
      { name: 'what', label: 'What happens', kind: 'long' },
      { name: 'isPartner', label: 'The partner takes this step', kind: 'flag' },
    ],
    blank: {},
  },
}

/** Returns the entry with the form's values. It is no longer a sample. Empty optional values are left out. */
export function entryFromForm(fields: readonly EntryField[], before: SiteEntry, form: FormData): SiteEntry {
  const { isHidden } = before
  const values = fields.flatMap(({ name, kind }): [string, string | number | boolean][] => {
    const text = String(form.get(name) ?? '').trim()
    if (kind === 'flag') return form.has(name) ? [[name, true]] : []
    if (kind === 'portrait' && text === '') return []
    return [[name, kind === 'number' && text !== '' ? Number(text) : text]]
  })
  return { ...Object.fromEntries(values), ...(isHidden && { isHidden }) }
}
