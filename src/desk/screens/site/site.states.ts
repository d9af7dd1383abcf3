import type { DeskResponses, DeskStates } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, hoursAgo, me, otherMember, unbreakable } from '#desk/lib/samples.ts'
import type { SitePart } from '#desk/lib/search-params.ts'
import type { SiteEdit, SiteEntry, SiteState, SiteWord } from '#shared/contract/site.ts'
import {
  errorResponse,
  expectState,
  pending,
  type StateExpectations,
  type StateStep,
  serverError,
} from '#shared/lib/sample-states.ts'

const { faults, heading, holds, isolates, lacks, offers, says, shows: showsRole, waits, warns } = expectState

const at = '/site'
const word = (path: string, original: SiteWord['original'], change: Partial<SiteWord> = {}): SiteWord => ({
  ...{ path, original, group: 'everywhere', names: [], longest: 120, isOptional: false },
  ...change,
})
const edit = (path: string, value: SiteEdit['value'], change: Partial<SiteEdit> = {}): SiteEdit => ({
  ...{ path, value, author: me.id, at: hoursAgo(20), isStale: false, isLost: false },
  ...change,
})
const drawing = (fill: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40"><rect width="40" height="40" rx="20" fill="${fill}"/><rect x="52" y="12" width="108" height="16" fill="${fill}"/></svg>`)}`

const ruth: SiteEntry = {
  ...{ name: 'Ruth Okoye', does: 'Calls', role: 'Consultant', city: 'New York', zone: 'America/New_York' },
  ...{ text: 'Takes the strategy calls and remains the person you call.', from: 9, to: 17, isSample: true },
}
const portrayed = { ...ruth, portrait: drawing('#7a5') }
const quote: SiteEntry = {
  ...{ quote: 'The go-live gate made us postpone the launch by a week.', author: 'Head of delivery' },
  ...{ title: 'CRM partner, Auckland', rating: 5, isSample: true },
}
const step: SiteEntry = { time: '09:00', who: 'You', isPartner: true, what: 'You forward the email.' }
const contact = { group: 'contact' } as const
const words: SiteWord[] = [
  word('home.hero.title', 'A back office for small teams', { group: 'home', longest: 60 }),
  word('brand.name', 'Backline', { longest: 40 }),
  word('brand.shortName', '', { longest: 12, isOptional: true }),
  word('brand.email', 'partners@backline.example'),
  word('brand.senderName', '', { isOptional: true }),
  ...['whatsapp', 'linkedin', 'x'].map((channel) => word(`brand.links.${channel}`, '#')),
  word('look.logo', '', { isOptional: true }),
  word('look.signal', '#f2cb05', { longest: 7 }),
  word('legalEntity.vat.value', 'XX000000000', { group: 'legal', isOptional: true }),
  word('claims.apps', '60+', { longest: 30 }),
  word('claims.callValue', '$500', { longest: 30 }),
  word('people.title', '{count} people you will work with', { group: 'about', names: ['count'] }),
  word('people.team', [{ ...ruth, name: 'Hana Petersen', role: 'Proposal writer' }, ruth], { group: 'about' }),
  word('successKit.testimonialsTitle', 'What partners say about the kit', { group: 'success-kit' }),
  word('successKit.testimonials', [quote, { ...quote, author: 'Owner', rating: 4 }], { group: 'success-kit' }),
  word('exampleCaseStudy.title', 'One request, hour by hour', { group: 'home' }),
  word('exampleCaseStudy.steps', [step], { group: 'home' }),
  word('contact.form.note', '{provider} answers within {answerWithin}.', contact),
  word('contact.form.day', 'We answer by {day}.', { ...contact, names: ['day'] }),
]
const publication = { id: 7, at: hoursAgo(50), author: me.id, edits: 12, restored: null }
const values = {
  ...{ provider: 'Northbay', mailbox: 'partners@backline.example', apps: '60+' },
  ...{ answerWithin: '24 hours', callLength: '30 minutes', weeklySlots: 'Only 5 slots a week' },
}

export const siteState = (change: Partial<SiteState> = {}): SiteState => ({
  revision: 31,
  words,
  edits: [
    edit('home.hero.title', 'A back office for large teams'),
    edit('brand.name', 'Northbay', { author: otherMember.id }),
    edit('contact.form.note', '{provider} usually answers within {answerWithin}.', { isStale: true }),
    edit('brand.links.linkedin', 'https://www.linkedin.com/company/northbay'),
    edit('home.old.title', 'An old heading', { isLost: true }),
  ],
  unpublished: ['home.hero.title', 'brand.name'],
  publications: [publication, { ...publication, id: 6, at: hoursAgo(90), author: null, edits: 0, restored: 0 }],
  values,
  samples: ['claims.apps', 'claims.callValue', 'legalEntity.vat.value', 'people.team', 'successKit.testimonials'],
  sender: null,
  ...change,
})
const answers: DeskResponses = { site: siteState(), 'site/edits': { revision: 32 }, 'site/publish': { id: 8 } }
const shows = (path: string, value: SiteEdit['value']): DeskResponses => ({
  site: siteState({ edits: [edit(path, value)], unpublished: [path], samples: [] }),
})
const part = (name: SitePart, responses = answers) => ({ at: `${at}?part=${name}`, answers: responses })
const press = (name: string, seen: string): StateStep[] => [
  ['press', name],
  ['see', seen],
]
const preview = { url: `https://www.northbay.example/preview/${'Kx7'.repeat(14)}`, until: hoursAgo(-24) }

export const states = {
  identity: { at, answers },
  original: {
    at,
    answers: { site: siteState({ edits: [], unpublished: [], sender: 'Northbay <desk@northbay.example>' }) },
  },
  loading: { at, answers: { site: pending } },
  error: { at, answers: { site: serverError } },
  'not-an-owner': { at, answers: asAgent },
  refused: {
    at,
    answers: { ...answers, 'site/edits': errorResponse(400, 'Use at most 12 characters. This text has 17.') },
    steps: [['fill', 'Provider’s name', 'Northbay and Sons'], ...press('Save', 'at most 12')],
  },
  conflict: {
    at,
    answers: { ...answers, 'site/publish': errorResponse(409, 'The draft has changed since you saw it.') },
    steps: press('Publish', 'The draft has changed'),
  },
  preview: { at, answers: { ...answers, 'site/preview': preview }, steps: press('Preview', 'Works on any device') },
  look: part('look', shows('look.logo', drawing('#2a6fdb'))),
  figures: part('figures'),
  people: part('people', shows('people.team', [portrayed, { ...ruth, name: arabicName, isHidden: true }])),
  'editing-a-person': {
    ...part('people', shows('people.team', [portrayed])),
    steps: [['press', 'Edit Ruth'], ['fill', 'City', ''], ...press('Save', 'Enter a text.')],
  },
  'removing-a-person': {
    ...part('people', { ...answers, ...shows('people.team', [portrayed]) }),
    steps: press('Remove Ruth Okoye', 'Removed Ruth Okoye'),
  },
  'hidden-example': part('example', shows('exampleCaseStudy.steps', [{ ...step, isHidden: true }])),
  'no-testimonials': part('testimonials', shows('successKit.testimonials', [])),
  words: part('words'),
  'editing-a-text': {
    at: `${at}?find=contact.form.day`,
    answers,
    steps: [
      ['fill', 'Contact › Form › Day', `${unbreakable}, {provider}`],
      ['press', 'Save'],
    ],
  },
  history: { ...part('history'), steps: [['press', 'Restore Original site']] },
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  identity: [
    says('2 changes are not published yet'),
    holds('Provider’s name', 'Northbay'),
    says(/Changed by Karl Fisher/),
    holds('WhatsApp', ''),
  ],
  original: [lacks('Publish'), says('Northbay <desk@northbay.example>')],
  loading: [waits('Loading')],
  'not-an-owner': [heading('Only owners can see this page'), lacks('Preview')],
  error: [warns('The site’s texts could not be loaded'), offers('Try again')],
  refused: [faults('Provider’s name'), says('17 of 40 characters')],
  conflict: [warns('The draft has changed since you saw it.')],
  preview: [showsRole('img', /QR code/), offers('Copy link'), offers('Open preview')],
  look: [offers('Remove logo'), holds('Color code', '#f2cb05')],
  figures: [holds('Apps covered', '60+'), offers(/^Keep/), offers(/^Change/)],
  people: [says('Hidden'), isolates(arabicName), offers('Add a person')],
  'editing-a-person': [faults('City'), offers('Remove portrait')],
  'removing-a-person': [offers('Undo')],
  'hidden-example': [says(/leaves out this list/), offers('Show 09:00 You')],
  'no-testimonials': [says(/leaves out this list/)],
  words: [
    says('Original has changed'),
    offers('Remove Home › Old › Title'),
    offers('Show on the site: Home › Hero › Title'),
  ],
  'editing-a-text': [faults('Contact › Form › Day'), says('is filled in by')],
  history: [says(/restored from: Original site/), showsRole('dialog', 'Restore: Original site?')],
}
