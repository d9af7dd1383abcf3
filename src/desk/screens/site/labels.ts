import { claims } from '#content/claims.ts'
import { legalEntity } from '#content/legal-entity.ts'
import { isViewId, type ViewId, views } from '#content/views.ts'
import type { SitePart } from '#desk/lib/search-params.ts'
import type { SiteEntry, SiteGroup } from '#shared/contract/site.ts'
import { sitePaths } from '#shared/contract/site-checks.ts'
import { localZone } from '#shared/lib/time-zone.ts'

export const partWords: Readonly<Record<SitePart, string>> = {
  identity: 'Identity',
  look: 'Look',
  figures: 'Figures',
  people: 'People',
  testimonials: 'Testimonials',
  example: 'Example',
  words: 'Words',
  history: 'History',
}

const otherGroups: Readonly<Record<Exclude<SiteGroup, ViewId>, string>> = {
  everywhere: 'On every page',
  booking: 'Booking a call',
  legal: 'Legal documents',
  'visitor-emails': 'Emails to visitors',
  'visitor-pages': 'Visitors’ own pages',
  'team-emails': 'Emails to the team',
}
export const groupLabel = (group: SiteGroup): string => (isViewId(group) ? views[group].name : otherGroups[group])

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const inWords = (key: string) =>
  capitalized(key.replaceAll(/[-_]/g, ' ').replaceAll(/(?<=[a-z])([A-Z]|\d)/g, (letter) => ` ${letter.toLowerCase()}`))

/** The labels of the fields in each part, by path. */
export const identityLabels: Readonly<Record<string, string>> = {
  [sitePaths.name]: 'Provider’s name',
  'brand.shortName': 'Short name',
  [sitePaths.mailbox]: 'Mailbox',
  [sitePaths.senderName]: 'Sender’s name in emails',
}
export const linkLabels: Readonly<Record<string, string>> = {
  [`${sitePaths.links}whatsapp`]: 'WhatsApp',
  [`${sitePaths.links}linkedin`]: 'LinkedIn',
  [`${sitePaths.links}youtube`]: 'YouTube',
  [`${sitePaths.links}x`]: 'X',
}
export const legalLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(legalEntity).map(([fact, { label }]) => [`legalEntity.${fact}.value`, capitalized(label)]),
)
/** The labels of claims whose names are not clear to owners. */
const claimLabels: Readonly<Record<string, string>> = {
  apps: 'Apps covered',
  bugFree: 'Deployments without bugs',
  callValue: 'Value of the free call',
  moneyBackDays: 'Money-back guarantee (days)',
  noSetup: 'Setup fees',
  onTime: 'Delivered on time',
  partnerGrowth: 'Growth of partners in the program',
  partnerSuccess: 'Successful partners in the program',
  proposalTypical: 'Usual proposal time',
  speed: 'Speed of proposals',
  support: 'Support hours',
}
export const figureLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(claims).map((claim) => [`claims.${claim}`, claimLabels[claim] ?? inWords(claim)]),
)

export type ListPart = Extract<SitePart, 'people' | 'testimonials' | 'example'>

export interface EntryField {
  readonly name: string
  readonly label: string
  /** The default is a text on one line. */
  readonly kind?: 'text' | 'textarea' | 'zone' | 'number' | 'flag' | 'portrait'
  readonly hint?: string
}

interface ListWords {
  readonly path: string
  /** The labels of the texts above the list. */
  readonly intro: Readonly<Record<string, string>>
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

/** The editable lists. */
export const lists: Readonly<Record<ListPart, ListWords>> = {
  people: {
    path: sitePaths.people,
    intro: { 'people.title': 'Heading', 'people.text': 'Text below the heading' },
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
      { name: 'text', label: 'Work that a partner sees', kind: 'textarea' },
      { name: 'city', label: 'City' },
      { name: 'zone', label: 'Time zone', kind: 'zone' },
      { name: 'from', label: 'Starts at (hour)', kind: 'number' },
      { name: 'to', label: 'Ends at (hour)', kind: 'number' },
    ],
    blank: { zone: localZone() ?? '', from: 9, to: 17 },
  },
  testimonials: {
    path: sitePaths.testimonials,
    intro: { 'successKit.testimonialsTitle': 'Heading' },
    heading: 'Testimonials',
    about: 'Use only quotes that a partner has approved.',
    noun: 'a testimonial',
    nameOf: (entry) => `${textIn(entry, 'author')}, ${textIn(entry, 'title')}`,
    aboutOf: (entry) => `“${textIn(entry, 'quote')}”`,
    fields: [
      { name: 'quote', label: 'Quote', kind: 'textarea', hint: 'Without quotation marks.' },
      { name: 'author', label: 'Author' },
      { name: 'title', label: 'Company and city' },
      { name: 'rating', label: 'Rating from 1 to 5', kind: 'number' },
    ],
    blank: { rating: 5 },
  },
  example: {
    path: sitePaths.steps,
    intro: {
      'exampleCaseStudy.eyebrow': 'Line above the heading',
      'exampleCaseStudy.title': 'Heading',
      'exampleCaseStudy.text': 'Text below the heading',
    },
    heading: 'Steps',
    about: 'One request, hour by hour. Use an example that a partner has approved, or one that is marked as made up.',
    noun: 'a step',
    nameOf: (entry) => `${textIn(entry, 'time')} ${textIn(entry, 'who')}`,
    aboutOf: (entry) => textIn(entry, 'what'),
    fields: [
      { name: 'time', label: 'Time', hint: 'Such as 09:20.' },
      { name: 'who', label: 'Role' },
      { name: 'what', label: 'What happens', kind: 'textarea' },
      { name: 'isPartner', label: 'The partner takes this step', kind: 'flag' },
    ],
    blank: {},
  },
}

const places: readonly (readonly [SitePart, Readonly<Record<string, string>>])[] = [
  ['identity', { ...identityLabels, ...linkLabels, ...legalLabels }],
  ['figures', figureLabels],
  ['look', { [sitePaths.logo]: 'Logo', [sitePaths.signal]: 'Signal color' }],
  ...Object.entries(lists).map(([part, { path, intro }]) => [part as ListPart, { ...intro, [path]: 'List' }] as const),
]

/** Returns the part of the screen that contains the field of a path. */
export const partOf = (path: string): SitePart =>
  places.find(([, labels]) => Object.hasOwn(labels, path))?.[0] ?? 'words'

/** Returns a path in words: `home.painPoints.cards.1.day` is 'Home › Pain points › Cards 2 › Day'. */
export function labelOf(path: string): string {
  const [part, labels] = places.find(([, labels]) => Object.hasOwn(labels, path)) ?? []
  if (part && labels) return `${partWords[part]} › ${labels[path]}`
  const [tree = '', ...keys] = path.split('.')
  const name = inWords(tree.replace(/(Words|Labels|Fields)$/, '').replace(/(l|L)etter/, 'Email'))
  return keys.reduce(
    (label, key) => (/^\d+$/.test(key) ? `${label} ${Number(key) + 1}` : `${label} › ${inWords(key)}`),
    name,
  )
}
