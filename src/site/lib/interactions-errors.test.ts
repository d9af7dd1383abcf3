import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { describeCause } from './interactions-errors.ts'

const origin = 'https://www.site.example'
const typed = 'pii-canary@company.example, 0123:4:5'

/** A thrown error as a browser describes it. */
const thrown = (name: string, stack: string | undefined, message = typed) => ({ name, message, stack })
const error = (more: object) => Object.assign(new Event('error'), more)
const rejection = (reason: unknown) => Object.assign(new Event('unhandledrejection'), { reason })
const cause = (fault: unknown) => describeCause(fault, origin)

const chromium = `TypeError: ${typed}
    at JSON.parse (<anonymous>)
    at async e (${origin}/assets/main-AbC_12.js:1:2345)
    at t (https://other.example/assets/x.js:1:1)`
const firefox = `e@${origin}/assets/start-x-Y3z.js:2:34
async*t@${origin}/assets/main-AbC_12.js:1:2`
const safari = `parse@[native code]\nmodule code@${origin}/assets/home-abc123.js:7:8\nglobal code@${origin}/:1:9`

it.each([
  ['Chromium', chromium, 'TypeError main-AbC_12.js:1:2345'],
  ['Firefox', firefox, 'TypeError start-x-Y3z.js:2:34'],
  ['Safari', safari, 'TypeError home-abc123.js:7:8'],
])("returns the error class and the first position in the site's code from a %s stack trace", (_, stack, says) => {
  const what = thrown('TypeError', stack)
  expect(cause(what)).toBe(says)
  expect(cause(error({ error: what, message: typed, filename: `${origin}/` }))).toBe(says)
  expect(cause(rejection(what))).toBe(says)
})

it('describes an error that the browser reports without a stack trace', () => {
  const at = { filename: `${origin}/assets/main-AbC_12.js`, lineno: 1, colno: 2 }
  expect(cause(error({ error: null, message: typed, ...at }))).toBe('Error main-AbC_12.js:1:2')
  expect(cause(error({ error: thrown('SyntaxError', typed), ...at }))).toBe('SyntaxError main-AbC_12.js:1:2')
  expect(cause(rejection(thrown('TypeError', undefined)))).toBe('TypeError')
  expect(cause(thrown('AbortError', ''))).toBe('AbortError')
})

describe('describeCause', () => {
  const extension = `TypeError: ${typed}\n    at a (chrome-extension://abcdef/content.js:1:2)\n    at b (${origin}/assets/main-AbC_12.js:1:2)`
  it(
    'ignores errors that extensions or other scripts caused',
    testEach(
      [
        ['an extension of Chromium', rejection(thrown('TypeError', extension))],
        ['an extension of Firefox', error({ error: thrown('Error', 'a@moz-extension://0a-1b/x.js:1:2') })],
        ['an extension of Safari', error({ error: thrown('Error', '@safari-web-extension://0A/x.js:1:2') })],
        ['a script of another server', error({ message: 'Script error.', error: null, filename: '', lineno: 0 })],
        [
          'a script from a host name that begins like ours',
          rejection(thrown('Error', `a@${origin}.evil/assets/x.js:1:2`)),
        ],
        ['an inline script', error({ error: thrown('Error', `f@${origin}/:1:2`), filename: `${origin}/` })],
        ['a rejection without an error', rejection('Object Not Found Matching Id:1')],
        ['a rejection with undefined', rejection(undefined)],
      ],
      (_, fault) => {
        expect(cause(fault)).toBeNull()
      },
    ),
  )
})

it("includes no part of an error's message in the reported cause", () => {
  const sly = [
    `${typed}\n    at ${typed} (${origin}/assets/${typed}:1:2)`,
    `x@${origin}/assets/../${typed}:1:2`,
    `${origin}/assets/pii-canary:1:2`,
    `\n    at e (${origin}/assets/pii-canary.js:1:2)`,
  ]
  for (const message of sly) {
    const what = thrown(message, `TypeError: ${message}\n    at e (${origin}/assets/main-A.js:1:2)`, message)
    expect(cause(what)).not.toContain('pii-canary')
    expect(cause(rejection(thrown(typed, `Error: ${message}`, message))) ?? '').not.toContain('pii-canary')
  }
})

describe('errorRow', () => {
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('document', { querySelector: () => ({ content: 'Kq3x' }) })
  afterAll(() => vi.unstubAllGlobals())

  /** Imported again for each test, so that each test starts like a newly opened page. */
  let errorRow: typeof import('./interactions-errors.ts').errorRow
  beforeEach(async () => {
    vi.resetModules()
    ;({ errorRow } = await import('./interactions-errors.ts'))
  })

  const canary = 'pii-canary@company.example'
  const thrownAt = (column: number) => ({
    name: 'TypeError',
    message: canary,
    stack: `TypeError: ${canary}\n    at e (${origin}/assets/main-AbC123.js:1:${column})`,
  })
  const heard = (column = 2, type = 'unhandledrejection') => ({
    code: '',
    place: '',
    cause: Object.assign(new Event(type), { reason: thrownAt(column), message: canary }),
  })

  it('returns the code, place, cause and release, but no part of the error message', () => {
    expect(errorRow(heard(), 'home')).toEqual({
      code: 'rejected',
      place: 'home',
      cause: 'TypeError main-AbC123.js:1:2',
      release: 'Kq3x',
    })
    const event = Object.assign(new Event('error'), { error: thrownAt(3) })
    expect(errorRow({ code: '', place: '', cause: event }, 'about')).toMatchObject({ code: 'uncaught' })
    expect(errorRow({ code: 'submit_threw', place: 'booking', cause: canary }, 'home')).toEqual({
      code: 'submit_threw',
      place: 'booking',
      release: 'Kq3x',
    })
  })

  it('reports the same error once per view, and at most ten errors per page', () => {
    const tell = (column: number, view = 'home') => errorRow(heard(column), view) !== null
    expect([tell(1), tell(1), tell(1, 'about'), tell(1, 'about'), tell(1)]).toEqual([true, false, true, false, false])
    const more = Array.from({ length: 20 }, (_, column) => tell(column + 2))
    expect(more.filter(Boolean)).toHaveLength(8)
  })

  it('ignores errors from other scripts, and does not count them toward the limit on error reports', () => {
    const reason = { ...thrownAt(1), stack: 'a@moz-extension://0a-1b/x.js:1:2' }
    const foreign = { code: '', place: '', cause: Object.assign(new Event('error'), { error: reason }) }
    for (let count = 0; count < 30; count++) expect(errorRow(foreign, 'home')).toBeNull()
    expect(errorRow(heard(), 'home')).not.toBeNull()
    // Errors that our own code reports are tracked regardless of their cause.
    expect(errorRow({ code: 'crashed', place: 'home', cause: reason }, 'home')).toMatchObject({
      code: 'crashed',
    })
  })

  it('returns a row that names the release for every refusal by the server, even for a repeated refusal', () => {
    const refusal = { code: 'http_500', place: 'booking', fields: ['email'] }
    for (let count = 0; count < 12; count++) expect(errorRow(refusal, 'home')).toEqual({ ...refusal, release: 'Kq3x' })
  })
})
