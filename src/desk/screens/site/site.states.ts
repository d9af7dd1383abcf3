import type { DeskResponses, DeskStates } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, hoursAgo, me, otherMember, unbreakable } from '#desk/lib/samples.ts'
import type { SiteEdit, SiteEntry, SiteState, SiteWord } from '#shared/contract/site.ts'
import {
  errorResponse,
  expectState,
  noResponse,
  offline,
  type StateExpectations,
  serverError,
} from '#shared/lib/sample-states.ts'

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
const quote: SiteEntry = {
  ...{ quote: 'The go-live gate made us postpone the launch by a week.', author: 'Head of delivery' },
  ...{ title: 'CRM partner, Auckland', rating: 5, isSample: true },
}
const steps: SiteEntry[] = [
  { time: '09:00', who: 'You', isPartner: true, what: 'You forward the email. It is four lines long.' },
  { time: '09:20', who: 'Proposal writer', what: 'Reads it and sends you three questions.' },
]
const contact = { group: 'contact' } as const
const words: SiteWord[] = [
  word('home.hero.title', 'A back office for small teams', { group: 'home', longest: 60 }),
  word('brand.name', 'Backline', { longest: 40 }),
  word('brand.shortName', '', { longest: 12, isOptional: true }),
  word('brand.email', 'partners@backline.example'),
  word('brand.senderName', '', { isOptional: true }),
  ...['whatsapp', 'linkedin', 'youtube', 'x'].map((channel) => word(`brand.links.${channel}`, '#')),
  word('look.logo', '', { isOptional: true }),
  word('look.signal', '#f2cb05', { longest: 7 }),
  word('legalEntity.name.value', '{provider} Example Ltd', { group: 'legal' }),
  word('legalEntity.vat.value', 'XX000000000', { group: 'legal', isOptional: true }),
  word('claims.apps', '60+', { longest: 30 }),
  word('claims.callValue', '$500', { longest: 30 }),
  word('claims.noSetup', 'No setup fees or contracts'),
  word('people.title', '{count} people you will work with', { group: 'about', names: ['count'] }),
  word('people.text', 'One writes, one builds, one tests and one calls.', { group: 'about' }),
  word('people.team', [{ ...ruth, name: 'Hana Petersen', role: 'Proposal writer', city: 'Auckland' }, ruth], {
    group: 'about',
  }),
  word('successKit.testimonialsTitle', 'What partners say about the kit', { group: 'success-kit' }),
  word('successKit.testimonials', [quote, { ...quote, author: 'Owner', rating: 4 }], { group: 'success-kit' }),
  word('exampleCaseStudy.title', 'One request, hour by hour', { group: 'home' }),
  word('exampleCaseStudy.steps', steps, { group: 'home' }),
  word('contact.form.note', '{provider} answers within {answerWithin}.', contact),
  word('contact.form.day', 'We answer by {day}.', { ...contact, names: ['day'] }),
]
const publication = { id: 7, at: hoursAgo(50), author: me.id, edits: 12, restored: null, isLive: true }

export const siteState = (change: Partial<SiteState> = {}): SiteState => ({
  revision: 31,
  words,
  edits: [
    edit('home.hero.title', 'A back office for large teams'),
    edit('brand.name', 'Northbay', { author: otherMember.id }),
    edit('contact.form.note', '{provider} usually answers within {answerWithin}.', { isStale: true }),
    edit('brand.links.linkedin', 'https://www.linkedin.com/company/northbay'),
  ],
  unpublished: ['home.hero.title', 'brand.name'],
  publications: [
    publication,
    { ...publication, id: 6, at: hoursAgo(90), author: otherMember.id, edits: 0, restored: 0, isLive: false },
    { ...publication, id: 5, at: hoursAgo(300), author: null, edits: 9, isLive: false },
  ],
  values: { provider: 'Northbay', mailbox: 'partners@backline.example', answerWithin: '24 hours', apps: '60+' },
  samples: ['claims.apps', 'claims.callValue', 'legalEntity.vat.value', 'people.team', 'successKit.testimonials'],
  sender: null,
  ...change,
})
const calm = siteState({ edits: [], unpublished: [], publications: [] })
const answers: DeskResponses = { site: siteState(), 'site/edits': { revision: 32 }, 'site/publish': { id: 8 } }
const shows = (path: string, value: SiteEdit['value']): DeskResponses => ({
  site: siteState({ edits: [edit(path, value)], unpublished: [path], samples: [] }),
})
const press = (name: string, seen: string) =>
  [
    ['press', name],
    ['see', seen],
  ] as const
const fillName = ['fill', 'Provider’s name', 'Northbay and Sons'] as const

export const states = {
  identity: { at, answers },
  loading: { at, answers: { site: noResponse } },
  error: { at, answers: { site: serverError } },
  'not-an-owner': { at, answers: asAgent },
  'with-project': { at, answers: {}, isBesideProject: true },
  original: { at, answers: { site: { ...calm, sender: 'Northbay <desk@northbay.example>' } } },
  typing: { at, answers, steps: [fillName] },
  saved: { at, answers, steps: [fillName, ['press', 'Save'], ['see', 'Saved.']] },
  busy: { at, answers: { ...answers, 'site/edits': noResponse }, steps: [fillName, ['press', 'Save']] },
  refused: {
    at,
    answers: { ...answers, 'site/edits': errorResponse(400, 'Use at most 12 characters. This text has 17.') },
    steps: [fillName, ['press', 'Save'], ['see', 'at most 12']],
  },
  offline: {
    at,
    answers: { ...answers, 'site/edits': offline, healthz: offline },
    steps: [fillName, ['press', 'Save'], ['see', 'You are offline. You can']],
  },
  published: {
    at,
    answers,
    steps: press('Publish', 'Published.'),
  },
  conflict: {
    at,
    answers: { ...answers, 'site/publish': errorResponse(409, 'The draft has changed.') },
    steps: press('Publish', 'Another owner'),
  },
  preview: {
    at,
    answers: {
      ...answers,
      'site/preview': { url: `https://www.northbay.example/preview/${'Kx7'.repeat(14)}`, until: hoursAgo(-24) },
    },
    steps: press('Preview', 'Works on any device'),
  },
  discarding: { at, answers, steps: [['press', 'Discard changes']] },
  look: { at: `${at}?part=look`, answers: shows('look.logo', drawing('#2a6fdb')) },
  'look-without-logo': { at: `${at}?part=look`, answers: { site: calm }, steps: [['fill', 'Color code', '#12']] },
  figures: { at: `${at}?part=figures`, answers },
  people: {
    at: `${at}?part=people`,
    answers: shows('people.team', [
      { ...ruth, isSample: false },
      { ...ruth, name: arabicName, isHidden: true },
    ]),
  },
  'adding-a-person': {
    at: `${at}?part=people`,
    answers,
    steps: [
      ['press', 'Add a person'],
      ['fill', 'Name', 'Ada'],
      ['press', 'Add a person'],
      ['see', 'Enter a text.'],
    ],
  },
  'editing-a-person': {
    at: `${at}?part=people`,
    answers: shows('people.team', [{ ...ruth, portrait: drawing('#7a5') }]),
    steps: [['press', 'Edit Ruth']],
  },
  testimonials: { at: `${at}?part=testimonials`, answers },
  'no-testimonials': { at: `${at}?part=testimonials`, answers: shows('successKit.testimonials', []) },
  example: { at: `${at}?part=example`, answers },
  words: {
    at: `${at}?part=words`,
    answers: {
      site: siteState({ edits: [...siteState().edits, edit('home.old.title', 'An old heading', { isLost: true })] }),
    },
  },
  'words-not-found': { at: `${at}?part=words&group=booking`, answers },
  'editing-a-text': {
    at: `${at}?find=contact.form.day`,
    answers,
    steps: [
      ['fill', 'Contact › Form › Day', 'We answer by Monday, {provider}'],
      ['press', 'Save'],
    ],
  },
  history: { at: `${at}?part=history`, answers },
  restoring: { at: `${at}?part=history`, answers, steps: [['press', 'Restore Original site']] },
  'long-words': { at: `${at}?part=words`, answers: shows('home.hero.title', unbreakable.repeat(2)) },
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  identity: [
    expectState.says('2 changes are not published yet'),
    expectState.holds('Provider’s name', 'Northbay'),
    expectState.says(/Changed by Karl Fisher/),
    expectState.holds('LinkedIn', 'https://www.linkedin.com/company/northbay'),
    expectState.holds('WhatsApp', ''),
    expectState.offers('Publish'),
  ],
  loading: [expectState.waits('Loading')],
  error: [expectState.warns('The site’s texts could not be loaded'), expectState.offers('Try again')],
  'not-an-owner': [expectState.heading('Only owners can see this page')],
  'with-project': [expectState.heading('The site cannot be changed here')],
  original: [
    expectState.says('Everything is published'),
    expectState.lacks('Publish'),
    expectState.says('Northbay <desk@northbay.example>'),
  ],
  typing: [expectState.offers(/^Save/), expectState.says('17 of 40 characters')],
  saved: [expectState.says('Saved.')],
  busy: [expectState.shows('button', /^Saving…/)],
  refused: [expectState.warns('at most 12'), expectState.faults('Provider’s name')],
  offline: [expectState.holds('Provider’s name', 'Northbay and Sons'), expectState.says(/^You are offline. You can/)],
  published: [expectState.says('Published.'), expectState.offers('Undo')],
  conflict: [expectState.warns('Another owner has changed the draft.')],
  preview: [
    expectState.shows('dialog', 'Preview of the draft'),
    expectState.shows('img', /QR code/),
    expectState.offers('Copy link'),
    expectState.offers('Open preview'),
  ],
  discarding: [expectState.shows('dialog', 'Discard 2 changes?'), expectState.says(/cannot be undone/)],
  look: [expectState.offers('Remove logo'), expectState.holds('Color code', '#f2cb05')],
  'look-without-logo': [expectState.lacks('Remove logo'), expectState.faults('Color code')],
  figures: [expectState.holds('Apps covered', '60+'), expectState.offers(/^Keep/), expectState.offers(/^Change/)],
  people: [expectState.says('Hidden'), expectState.isolates(arabicName), expectState.offers('Add a person')],
  'adding-a-person': [expectState.faults('Does'), expectState.holds('Name', 'Ada')],
  'editing-a-person': [expectState.shows('dialog', 'Edit Ruth Okoye'), expectState.offers('Remove portrait')],
  testimonials: [expectState.counts('button', /^Hide/, 2), expectState.offers('Keep all as they are')],
  'no-testimonials': [expectState.says(/The list is empty/)],
  example: [expectState.heading('09:00 You'), expectState.holds('Heading', 'One request, hour by hour')],
  words: [
    expectState.says('25 texts'),
    expectState.says('Original has changed'),
    expectState.offers('Remove Home › Old › Title'),
    expectState.offers('Show on the site: Home › Hero › Title'),
  ],
  'words-not-found': [expectState.heading('No texts found')],
  'editing-a-text': [
    expectState.warns('Keep {day}: the site puts a value there.'),
    expectState.says('is filled in by'),
  ],
  history: [
    expectState.says('On the site now'),
    expectState.says(/restored from the original site/),
    expectState.offers('Restore Original site'),
  ],
  restoring: [expectState.shows('dialog', 'Restore the original site?')],
  'long-words': [expectState.says(/^Donaudampf/)],
}
