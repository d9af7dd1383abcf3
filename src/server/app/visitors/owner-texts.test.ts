import { afterAll, expect, it } from 'vitest'
import { accountPages, confirmPages } from '#content/account-pages.ts'
import { type FormName, formKinds } from '#content/form-kinds.ts'
import { type AnswerPage, forms } from '#content/forms.ts'
import { ownData } from '#content/own-data.ts'
import { applyEdits, editableLeaves, placeholdersOf } from '#content/tree.ts'
import { callPage } from '#content/visitor-call.ts'
import { accountEmailSamples, callEmailSamples, mailProofSample } from '#letters/samples-testing.ts'
import { writeLetter } from '#letters/write-letter.ts'
import { confirmPage, ownerCreatedPage, ownerPage } from '#plain/account-pages.tsx'
import { callAnswer } from '#plain/call-page.tsx'
import { answerPage, emptyFormPage, receivedPage, refusedPage } from '#plain/form-pages.tsx'
import { erasedPage, invalidLinkPage, linkRequestedPage, openLinkPage, requestLinkPage } from '#plain/own-data.tsx'
import type { Page } from '#plain/page.tsx'
import { renderPage } from '#plain/render-page.tsx'
import { documentsOf } from '#server/features/documents/service.ts'
import { pageOf } from '#server/features/own-data/pages.ts'
import { securityText } from '#server/features/security-contact/service.ts'
import { withMailForms } from '#server/features/site-export/pages.ts'
import type { CallPageData, CallPageState } from '#server/features/visitor-call/call-state.ts'
import { calendarFile, callPageOf } from '#server/features/visitor-call/pages.ts'
import { type BookingState, moveLimits, timeStates } from '#shared/contract/booking-state.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import { refusalReasons } from '#shared/contract/form-rules.ts'
import { sentLetterKinds } from '#shared/contract/outbox.ts'
import type { OwnData } from '#shared/contract/own-data.ts'

const now = Date.UTC(2026, 10, 20, 14, 5)
const later = now + 30 * 3_600_000
const instant = new Date(later).toISOString()
const siteUrl = 'https://site.example'

const state: BookingState = {
  ...{
    time: 'requested',
    is_over: false,
    held_until: null,
    held_by: null,
    turn: 'team',
    since: null,
    until: instant,
    prompt: null,
  },
  ...{ move_limit: null, team_may: [], changes_at: null, visitor_may: ['propose'] },
  offered: [{ start: instant, end: instant, host: '', until: instant }],
  why: { what: 'received', by: 'visitor', at: instant },
}
const call: CallPageData = {
  ...{ id: '3f1c9a52-7d0e-4b7a-9c1d-5a2e8f6b4c10', received: now, name: '', company: '', message: '', sequence: 0 },
  ...{ challenge: 'other', teamSize: '1', status: 'new', state, starts: later, ends: later + 1_800_000 },
  ...{ proposed: later, answered: now, changed: now, zone: 'UTC', hourCycle: null, times: [now, later] },
  ...{ needsProof: true, confirmsAtOnce: false, noticeMinutes: 240 },
  meeting: { host: null, place: 'phone', link: null },
}

function* callViews(): Generator<Page> {
  const shown: CallPageState = { token: '', isByLetter: false, now }
  const online = { host: 'Ada', place: 'link', link: siteUrl } as const
  for (const time of timeStates)
    for (const status of ['new', 'confirmed'] as const) {
      yield callPageOf({ ...call, status, state: { ...state, time } }, { ...shown, notice: 'moved' })
      yield callPageOf({ ...call, status, state: { ...state, time, turn: 'visitor' } }, { ...shown, notice: 'done' })
    }
  for (const why of Object.keys(callPage.propose.refused) as (keyof typeof callPage.propose.refused)[])
    yield callPageOf({ ...call, meeting: online }, { ...shown, refused: { typed: '', why } })
  for (const move_limit of moveLimits)
    yield callPageOf({ ...call, state: { ...state, move_limit } }, { ...shown, unmoved: move_limit })
  for (const key of ['broken', 'over', 'otherOrigin'] as const) yield callAnswer(callPage[key])
}

function* formViews(name: FormName): Generator<Page> {
  const kind = formKinds[name]()
  const seen = { call: '', status: '', starts: now }
  const offers = { first: [{ target: now, time: '' }], days: [{ day: '', times: [] }] }
  yield emptyFormPage(name, kind, {})
  yield receivedPage(kind, { reference: '', when: { time: '', zone: '' }, page: null }, { seen, offers })
  yield receivedPage(kind, { reference: '', when: null, page: '/' }, null)
  const columns = Object.keys(kind.refusals).map((column) => ({ column, reason: '' }))
  const refused = [...columns, { column: 'message', reason: 'at most 1 characters' }]
  yield refusedPage(
    { name, kind, typed: { message: 'long' }, refused },
    { reference: '', note: forms.tooMany.text('') },
  )
  for (const reason of [refusalReasons.past, refusalReasons.far])
    yield refusedPage({ name, kind, typed: {}, refused: [{ column: 'preferred_time', reason }] })
}

function* ownDataViews(): Generator<Page> {
  const row = {
    ...{ id: '', created_at: now, name: '', email: '', company: '', message: '' },
    ...{ source: 'ad', campaign: '', landing_page: '/', referrer: '/' },
  }
  const choices = { current_challenges: 'other', team_size: '1', time_zone: null, monthly_revenue: null }
  const person: OwnData = {
    ...{
      email: '',
      notes: [],
      emails: [{ created_at: now, body: '' }],
      replies: [{ created_at: now, body: '' }],
      interactions: [{ created_at: now }],
    },
    bookings: bookingStatuses.map((status) => ({ ...row, ...choices, status, phone: '1', call_at: now + 1 })),
    messages: [{ ...row, status: 'closed', inquiry_type: 'other' }],
    letters: sentLetterKinds.map((kind) => ({ kind, state: 'sent', created_at: now, settled_at: null })),
    account: { created_at: now, role: '', is_kept: true },
    log: Object.keys(ownData.done).map((action) => ({ at: now, action, details: {} })),
  }
  yield pageOf(person, { token: '', now, deskZone: 'UTC', hourCycle: null, isUnsure: true })
  yield erasedPage({ bookings: 1, messages: 2, interactions: 3, account: 'kept' })
  yield requestLinkPage({ typed: '', error: ownData.ask.refused })
  yield linkRequestedPage()
  yield openLinkPage('')
  for (const key of ['broken', 'over'] as const) yield invalidLinkPage(ownData[key])
}

const isAnswer = (words: unknown): words is AnswerPage =>
  typeof words === 'object' && words !== null && 'title' in words && 'text' in words && typeof words.text === 'string'

function* otherViews(): Generator<Page> {
  for (const type of Object.keys(confirmPages) as (keyof typeof confirmPages)[])
    yield confirmPage({ token: '', type, redirectTo: null })
  yield ownerPage({ token: '', email: '' })
  yield ownerCreatedPage()
  for (const words of [accountPages, forms, forms.elsewhere, ownData].flatMap((tree) => Object.values<unknown>(tree)))
    if (isAnswer(words)) yield answerPage(words, '')
}

/** The words of all emails and pages that the server renders; the texts of `documents` are partly in code. */
async function renderAll(): Promise<{ rest: string; documents: string }> {
  const letters = await Promise.all(callEmailSamples(now).map(([, data]) => writeLetter(data)))
  const accountLetters = accountEmailSamples(now).map(([, letter]) => letter)
  const practice = { project: null, interactionDays: 1, mailServer: '', hasMetrics: true, backups: null }
  const documents = documentsOf({ ...practice, signInServices: [] })
  const forms = (['booking', 'message'] as const).flatMap((name) => [...formViews(name)])
  return {
    rest: wordsOf([
      ...[...letters, ...accountLetters, mailProofSample()].map((letter) => Object.values(letter).map(String)),
      letters.map(({ calendar }) => calendar?.text.replaceAll('\r\n ', '') ?? ''),
      [calendarFile({ ...call, status: 'confirmed' }, siteUrl, now), securityText(siteUrl, now)],
      [withMailForms({ html: '<form action="/forms/booking" method="post">', policy: '' }).html],
      ...[...callViews(), ...forms, ...ownDataViews(), ...otherViews()].map(markupOf),
    ]),
    documents: wordsOf(documents.map(([, page]) => markupOf(page))),
  }
}

const markupOf = (page: Page) => Object.values(renderPage(page, { publicUrl: siteUrl, picture: null })).map(String)

const wordsOf = (texts: string[][]): string =>
  texts
    .flat()
    .join('\n')
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<[^>]*?>/g, (tag) => tag.match(/ (?:aria-label|placeholder|action)="[^"]*"/g)?.join() ?? ' ')

afterAll(() => applyEdits({}))

it('shows the current texts with their values in all emails and pages, and no text of the build', async () => {
  const texts = editableLeaves().flatMap(({ path, original }) =>
    typeof original === 'string' && /\p{L}/u.test(original) ? [{ path, original }] : [],
  )
  const unfilled = /\{\w+\}/g
  const namesIn = (text: string) => placeholdersOf(text).map((name) => `{${name}}`)
  const edits = texts.map(({ path, original }, index) => [path, [`§${index}`, ...namesIn(original)].join(' ')])
  applyEdits(Object.fromEntries(edits))
  const { rest, documents } = await renderAll()
  expect([rest.match(unfilled), documents.match(unfilled)]).toEqual([null, null])
  expect(rest).toMatch(/§\d+ Naledi Dlamini/)
  // Shorter texts also occur in the sample data.
  const isLong = (text: string) => text.length > 13 && text.includes(' ')
  const remaining = texts.filter(({ original }) =>
    original.split(unfilled).some((part) => isLong(part.trim()) && rest.includes(part.trim())),
  )
  expect(remaining).toEqual([])
})
