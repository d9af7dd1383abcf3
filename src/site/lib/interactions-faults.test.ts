import { afterAll, beforeEach, expect, it, vi } from 'vitest'

const origin = 'https://www.site.example'
vi.stubGlobal('location', { origin })
vi.stubGlobal('document', { querySelector: () => ({ content: 'Kq3x' }) })
afterAll(() => vi.unstubAllGlobals())

/** Loaded anew for each test, as in a page that was just opened. */
let toldOf: typeof import('./interactions-faults.ts').toldOf
beforeEach(async () => {
  vi.resetModules()
  ;({ toldOf } = await import('./interactions-faults.ts'))
})

const canary = 'pii-canary@company.example'
const thrown = (column: number) => ({
  name: 'TypeError',
  message: canary,
  stack: `TypeError: ${canary}\n    at e (${origin}/assets/main-AbC123.js:1:${column})`,
})
const heard = (column = 2, type = 'unhandledrejection') => ({
  code: '',
  place: '',
  cause: Object.assign(new Event(type), { reason: thrown(column), message: canary }),
})

it('says code, place, cause and release, and nothing of the message', () => {
  expect(toldOf(heard(), 'home')).toEqual({
    code: 'rejected',
    place: 'home',
    cause: 'TypeError main-AbC123.js:1:2',
    release: 'Kq3x',
  })
  const event = Object.assign(new Event('error'), { error: thrown(3) })
  expect(toldOf({ code: '', place: '', cause: event }, 'about')).toMatchObject({ code: 'uncaught' })
  expect(toldOf({ code: 'submit_threw', place: 'booking', cause: canary }, 'home')).toEqual({
    code: 'submit_threw',
    place: 'booking',
    release: 'Kq3x',
  })
})

it('tells one fault once in each view, and ten in all', () => {
  const tell = (column: number, view = 'home') => toldOf(heard(column), view) !== null
  expect([tell(1), tell(1), tell(1, 'about'), tell(1, 'about'), tell(1)]).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
  const more = Array.from({ length: 20 }, (_, column) => tell(column + 2))
  expect(more.filter(Boolean)).toHaveLength(8)
})

it('says nothing of the faults of others, which take no room either', () => {
  const reason = { ...thrown(1), stack: 'a@moz-extension://0a-1b/x.js:1:2' }
  const foreign = { code: '', place: '', cause: Object.assign(new Event('error'), { error: reason }) }
  for (let count = 0; count < 30; count++) expect(toldOf(foreign, 'home')).toBeNull()
  expect(toldOf(heard(), 'home')).not.toBeNull()
  // Errors that our own parts report are tracked whatever their cause.
  expect(toldOf({ code: 'crashed', place: 'home', cause: reason }, 'home')).toMatchObject({ code: 'crashed' })
})

it('tells every refusal, with its release', () => {
  const refusal = { code: 'http_500', place: 'booking', fields: ['email'] }
  for (let count = 0; count < 12; count++)
    expect(toldOf(refusal, 'home')).toEqual({ ...refusal, release: 'Kq3x' })
})
