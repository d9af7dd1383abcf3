import { claims } from '#content/claims.ts'
import { legalEntity } from '#content/legal-entity.ts'
import { isViewId, views } from '#content/views.ts'
import type { SitePart } from '#desk/lib/search-params.ts'
import { pictureLimit, type SiteEntry, type SiteGroup } from '#shared/contract/site.ts'
import { sitePaths } from '#shared/contract/site-checks.ts'
import { localZone } from '#shared/lib/time-zone.ts'

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** Returns a name of the program in words, such as 'Pain points' for `painPoints`. */
export const inWords = (key: string) =>
  capitalized(key.replaceAll(/[-_]/g, ' ').replaceAll(/(?<=[a-z])([A-Z]|\d)/g, (letter) => ` ${letter.toLowerCase()}`))

export const groupLabel = (group: SiteGroup): string => (isViewId(group) ? views[group].name : inWords(group))

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
/** The labels of fields, by path. */
type FieldLabels = Readonly<Record<string, string>>
export interface FieldGroup {
  readonly title: string
  readonly text: string
  readonly labels: FieldLabels
}

const group = (title: string, text: string, labels: FieldLabels): FieldGroup => ({ title, text, labels })
const introduction = (labels: FieldLabels) => group('Introduction', 'The texts above the list.', labels)

/** The fields of each part. */
export const fieldGroups: Readonly<Record<SitePart, readonly FieldGroup[]>> = {
  identity: [
    group('Name and mailbox', '{provider} and {mailbox} stand for these values in every text.', {
      [sitePaths.name]: 'Provider’s name',
      'brand.shortName': 'Short name',
      [sitePaths.mailbox]: 'Mailbox',
      [sitePaths.senderName]: 'Sender’s name in emails',
    }),
    group('Links', 'Channels in the footer and on the contact page. A link without an address does nothing.', {
      [`${sitePaths.links}whatsapp`]: 'WhatsApp',
      [`${sitePaths.links}linkedin`]: 'LinkedIn',
      [`${sitePaths.links}youtube`]: 'YouTube',
      [`${sitePaths.links}x`]: 'X',
    }),
    group(
      'Legal facts',
      'The imprint, the privacy notice and the terms contain these facts. Have a lawyer review the documents.',
      Object.fromEntries(
        Object.entries(legalEntity).map(([fact, { label }]) => [`legalEntity.${fact}.value`, capitalized(label)]),
      ),
    ),
  ],
  look: [
    group(
      'Logo',
      `Replaces the name in the header. PNG, JPEG or SVG, at most ${pictureLimit / 1000} kB, readable on both papers.`,
      { [sitePaths.logo]: 'Logo' },
    ),
    group('Signal color', 'Marks the main button of each page and the main bar of each drawing.', {
      [sitePaths.signal]: 'Color code',
    }),
  ],
  figures: [
    group(
      'Figures and promises',
      'Each figure changes everywhere on the site. Keep only claims that you can prove.',
      Object.fromEntries(Object.keys(claims).map((claim) => [`claims.${claim}`, claimLabels[claim] ?? inWords(claim)])),
    ),
  ],
  people: [
    introduction({ 'people.title': 'Heading', 'people.text': 'Text below the heading' }),
    group('People', 'Name only people who have agreed. Hidden people stay in this list, but not on the site.', {
      [sitePaths.people]: 'List',
    }),
  ],
  testimonials: [
    introduction({ 'successKit.testimonialsTitle': 'Heading' }),
    group('Testimonials', 'Use only quotes that a partner has approved.', { [sitePaths.testimonials]: 'List' }),
  ],
  example: [
    introduction({
      'exampleCaseStudy.eyebrow': 'Line above the heading',
      'exampleCaseStudy.title': 'Heading',
      'exampleCaseStudy.text': 'Text below the heading',
    }),
    group(
      'Steps',
      'One request, hour by hour. Use an example that a partner has approved, or one that is marked as made up.',
      { [sitePaths.steps]: 'List' },
    ),
  ],
  words: [],
  history: [],
}

/** The explanations below fields, by path. */
export const hints: Readonly<Record<string, string>> = {
  'brand.shortName': 'Below the icon on a home screen, at most twelve characters. If empty, the provider’s name.',
  [sitePaths.mailbox]: 'Visitors see this address on the contact page and in error messages.',
  [sitePaths.signal]: 'Six digits after #, such as #f5c400.',
}
export const senderHint = (sender: string) => `The server’s settings (MAIL_FROM) replace this name: ${sender}`

export interface EntryField {
  readonly name: string
  readonly label: string
  /** The default is a text on one line. */
  readonly kind?: 'text' | 'textarea' | 'zone' | 'number' | 'flag' | 'portrait'
  readonly hint?: string
}

interface ListWords {
  readonly noun: string
  readonly nameOf: (entry: SiteEntry) => string
  readonly aboutOf: (entry: SiteEntry) => string
  readonly fields: readonly EntryField[]
  /** The values of a new entry. */
  readonly blank: SiteEntry
}

export type ListPath = (typeof sitePaths)['people' | 'testimonials' | 'steps']

/** The editable lists. */
export const lists: Readonly<Record<ListPath, ListWords>> = {
  [sitePaths.people]: {
    noun: 'a person',
    nameOf: ({ name }) => `${name}`,
    aboutOf: ({ role, city, text }) => `${role}, ${city}. ${text}`,
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
  [sitePaths.testimonials]: {
    noun: 'a testimonial',
    nameOf: ({ author, title }) => `${author}, ${title}`,
    aboutOf: ({ quote }) => `“${quote}”`,
    fields: [
      { name: 'quote', label: 'Quote', kind: 'textarea', hint: 'Without quotation marks.' },
      { name: 'author', label: 'Author' },
      { name: 'title', label: 'Company and city' },
      { name: 'rating', label: 'Rating from 1 to 5', kind: 'number' },
    ],
    blank: { rating: 5 },
  },
  [sitePaths.steps]: {
    noun: 'a step',
    nameOf: ({ time, who }) => `${time} ${who}`,
    aboutOf: ({ what }) => `${what}`,
    fields: [
      { name: 'time', label: 'Time', hint: 'Such as 09:20.' },
      { name: 'who', label: 'Role' },
      { name: 'what', label: 'What happens', kind: 'textarea' },
      { name: 'isPartner', label: 'The partner takes this step', kind: 'flag' },
    ],
    blank: {},
  },
}

/** The part and the label of each path that has its own field. */
const places = new Map(
  Object.entries(fieldGroups).flatMap(([part, groups]) =>
    groups.flatMap(({ labels }) =>
      Object.entries(labels).map(([path, label]) => [path, { part: part as SitePart, label }] as const),
    ),
  ),
)

/** Returns the part of the screen that contains the field of a path. */
export const partOf = (path: string): SitePart => places.get(path)?.part ?? 'words'

/** Returns a path in words: `home.painPoints.cards.1.day` is 'Home › Pain points › Cards 2 › Day'. */
export function labelOf(path: string): string {
  const place = places.get(path)
  if (place) return `${inWords(place.part)} › ${place.label}`
  const [tree = '', ...keys] = path.split('.')
  const name = inWords(tree.replace(/(Words|Labels|Fields)$/, '').replace(/(l|L)etter/, 'Email'))
  return keys.reduce(
    (label, key) => (/^\d+$/.test(key) ? `${label} ${Number(key) + 1}` : `${label} › ${inWords(key)}`),
    name,
  )
}
