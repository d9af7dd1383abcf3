import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSession, isTeamBrowser, pageFacts } from './interactions-visit.ts'
import { memoryStorage } from './testing.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const minute = 60_000
const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

const here = { page_url: 'https://site.example/?utm_source=letter', referrer: 'https://mail.example' }

/** Returns the session ids at these times. */
function createIds(storage: () => Storage): (at: number) => string {
  const visitAt = createSession(storage, here)
  return (at) => visitAt(at).session_id
}

function tab(): () => Storage {
  const storage = memoryStorage()
  return () => storage
}

const facts = (query: string, referrer = '', agent = 'Browser') =>
  pageFacts('https://site.example/', query, referrer, agent)

describe('the session', () => {
  it('continues while an event occurs at least every 30 minutes', () => {
    const sessionAt = createIds(tab())
    const first = sessionAt(0)
    expect(first).toMatch(uuid)
    for (const at of [1, 30, 60, 89, 119]) expect(sessionAt(at * minute)).toBe(first)
  })

  it('is replaced after 30 minutes without activity', () => {
    const sessionAt = createIds(tab())
    const first = sessionAt(0)
    const second = sessionAt(30 * minute + 1)
    expect(second).toMatch(uuid)
    expect(second).not.toBe(first)
    expect(sessionAt(31 * minute)).toBe(second)
  })

  it('continues after a reload unless it has been idle for 30 minutes', () => {
    const storage = tab()
    const first = createIds(storage)(5 * minute)
    expect(createIds(storage)(20 * minute)).toBe(first)
    expect(createIds(storage)(51 * minute)).not.toBe(first)
  })

  it('is replaced if its stored data is unreadable', () => {
    for (const kept of ['', 'x', 'null', `${'0'.repeat(36)}`, `<script> ${minute}`]) {
      const storage = tab()
      storage().setItem('visit', kept)
      expect(createIds(storage)(minute), kept).toMatch(uuid)
    }
  })

  it('stays in memory when storage is blocked', () => {
    const sessionAt = createIds(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const first = sessionAt(0)
    expect(first).toMatch(uuid)
    expect(sessionAt(minute)).toBe(first)
    expect(sessionAt(32 * minute)).not.toBe(first)
  })

  it('keeps its first page URL and referrer until the session ends', () => {
    const storage = tab()
    const first = createSession(storage, here)(0)
    expect(first).toMatchObject({ landing_page: here.page_url, referrer: here.referrer })
    const later = { page_url: 'https://site.example/', referrer: 'https://site.example' }
    expect(createSession(storage, later)(29 * minute)).toEqual(first)
    const next = createSession(storage, { ...later, referrer: null })(60 * minute)
    expect(next).toEqual({ session_id: next.session_id, landing_page: later.page_url, referrer: null })
    expect(createSession(storage, here)(61 * minute)).toEqual(next)
  })
})

describe('the recorded facts about a page', () => {
  it('include only the view and the campaign from the page URL', () => {
    const query =
      '?view=about&utm_source=a%26b&utm_medium=mail&email=a%40b.example&token=1&utm_id=7&utm_term=x&utm_content=a%40b'
    expect(facts(query).page_url).toBe('https://site.example/?view=about&utm_source=a%26b&utm_medium=mail&utm_term=x')
    expect(facts('').page_url).toBe('https://site.example/')
    expect(facts('?team=on').page_url).toBe('https://site.example/')
    // A token from an email link, in a URL that the server did not recognize.
    expect(facts('?call=eyJhbGciOi.J.x&done=time').page_url).toBe('https://site.example/')
  })

  it("respect the table's length limits", () => {
    expect(facts(`?utm_source=${'x'.repeat(5000)}`).page_url).toHaveLength(2000)
    expect(facts('', '', 'y'.repeat(900)).user_agent).toHaveLength(512)
  })

  it('include only the origin of the referrer', () => {
    expect(facts('', 'https://search.example:8443/results?q=secret#here').referrer).toBe('https://search.example:8443')
    expect(facts('', '').referrer).toBeNull()
    expect(facts('', 'android-app://com.mail').referrer).toBeNull()
  })
})

it('marks a browser as a team browser from ?team=on until ?team=off, but only if storage is available', () => {
  vi.stubGlobal('localStorage', memoryStorage())
  expect(['', '?team=on', '', '?team=off', ''].map(isTeamBrowser)).toEqual([false, true, true, false, false])
  vi.stubGlobal('localStorage', undefined)
  expect(isTeamBrowser('?team=on')).toBe(false)
})
