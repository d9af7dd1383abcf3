import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bookingForm } from './booking-request.ts'

const time = '2026-12-10T09:00:00.000Z'
const typed = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  preferred_time: '2026-12-10T09:00',
  picked: time,
}
const stored = new Response(null, { status: 201, headers: { 'content-range': '*/*' } })
/** A form without fields, because the draft contains the values. */
const form = [] as unknown as HTMLFormElement

/**
 * Responds to the insert after `insertMs` and to the slot request with `picked`; both requests reject when they are
 * aborted.
 */
function serve(insertMs: number, picked: () => Promise<Response>) {
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) =>
    Promise.race([
      url.includes('/rpc/') ? picked() : new Promise((done) => setTimeout(() => done(stored.clone()), insertMs)),
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    ]),
  )
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-12-01T12:00:00Z') })
  vi.stubGlobal('document', { querySelector: () => null })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const given = new AbortController()
    setTimeout(() => given.abort(), ms)
    return given.signal
  })
  vi.stubGlobal('navigator', { globalPrivacyControl: true })
  vi.stubGlobal('window', {})
  vi.stubGlobal('FormData', class extends Map {})
  bookingForm.reset()
  bookingForm.draft.edit(typed)
})
afterEach(() => {
  // Clears the draft, because tests in other files share the form's module.
  bookingForm.draft.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const never = () => new Promise<Response>(() => {})
it.each([
  ['never arrives', 9000, never],
  [
    'is late',
    9000,
    () => new Promise<Response>((done) => setTimeout(() => done(Response.json({ outcome: 'held' })), 20_000)),
  ],
  ['is refused', 0, async () => new Response('no', { status: 503 })],
  ['fails', 0, async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['has another shape', 0, async () => Response.json({ outcome: 'taken', next: 'soon' })],
  ['is null', 0, async () => Response.json(null)],
] as const)('shows a stored booking as sent even if the response about its slot %s', async (_, insertMs, picked) => {
  serve(insertMs, picked)
  const sent = bookingForm.send(form)
  await vi.advanceTimersByTimeAsync(15_000)
  await sent
  expect(bookingForm.state.get()).toMatchObject({
    phase: { name: 'success' },
    sent: { outcome: 'requested', start: new Date(time) },
  })
})

it('reports a booking as failed and keeps its data if the server does not store it within 15 seconds', async () => {
  serve(60_000, never)
  const sent = bookingForm.send(form)
  await vi.advanceTimersByTimeAsync(15_000)
  await sent
  expect(bookingForm.state.get().phase).toMatchObject({ name: 'editing', problem: { refused: [] } })
  expect(bookingForm.draft.values()).toMatchObject(typed)
})
