import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns, testEach } from '#shared/lib/testing.ts'
import { redirectTarget } from './redirects.ts'

const publicUrl = 'https://site.example'
const desk = 'https://site.example/desk/'
const target = (redirectTo: unknown, referer?: string) => redirectTarget({ redirectTo, referer }, publicUrl)

describe('[V7] the target of a redirect', () => {
  it(
    'can be a URL on the site or at a loopback address',
    testEach(
      [
        'https://site.example/desk?tab=1#inbox',
        'https://SITE.example/desk',
        'https://site.example:443/desk',
        'http://127.0.0.1:5173/desk',
        'http://[::1]:5173/',
      ],
      (asked) => {
        expect(target(asked)).toBe(asked)
      },
    ),
  )

  it(
    'is the desk if the requested URL is not allowed, however that URL is written',
    testEach(
      [
        ['a strange host', 'https://evil.example'],
        ['a host without a scheme', '//evil.example'],
        ['a backslash that browsers take for a slash', '/\\evil.example'],
        ['a backslash before our host', 'https://evil.example\\@site.example'],
        ['our name before a strange host', 'https://site.example@evil.example'],
        ['a name before our host', 'https://evil.example@site.example'],
        ['our name as the start of another', 'https://site.example.evil.example'],
        ['a script', 'javascript:alert(1)'],
        ['a script that looks like a place', 'javascript://site.example/%0aalert(1)'],
        ['a document', 'data:text/html,<script>alert(1)</script>'],
        ['another scheme', 'http://site.example'],
        ['another port', 'https://site.example:8443'],
        ['a missing slash', 'https:/evil.example'],
        ['a decimal address', 'http://2130706433/'],
        ['a hexadecimal address', 'http://0x7f000001/'],
        ['a short address', 'http://127.1/'],
        ['another address', 'http://192.0.2.7/'],
        ['another long address', 'http://[2001:db8::1]/'],
        ['localhost, where the site is elsewhere', 'http://localhost:5173/'],
        ['a loopback address under a scheme of its own', 'desk.app://127.0.0.1'],
        ['letters that look like ours', 'https://sité.example'],
        ['a host in percent signs', 'https://s%69te.example'],
        ['a line break', 'https://site.example\r\nset-cookie: a=b'],
        ['a blank in front', ' https://site.example'],
        ['a path', '/desk'],
        ['nothing', ''],
        ['no text', ['https://site.example']],
        ['a very long address', `https://site.example/${'a'.repeat(2048)}`],
      ],
      (_, asked) => {
        expect(target(asked)).toBe(desk)
      },
    ),
  )

  it('is the referring page if the request contains no target URL and the referring page is allowed', () => {
    expect(target(undefined, 'https://site.example/sign-in')).toBe('https://site.example/sign-in')
    expect(target(undefined, 'https://evil.example/sign-in')).toBe(desk)
    expect(target('https://evil.example', 'https://evil.example/')).toBe(desk)
  })

  it('can have another port if the site runs on localhost, but never another host', () => {
    const local = 'http://localhost:3000'
    const at = (redirectTo: string) => redirectTarget({ redirectTo }, local)
    expect(at('http://localhost:5173/')).toBe('http://localhost:5173/')
    for (const other of ['http://evil.example:3000/', 'http://192.0.2.7:3000/']) {
      expect(at(other)).toBe('http://localhost:3000/desk/')
    }
    const own = 'http://192.0.2.7:3000/desk'
    expect(redirectTarget({ redirectTo: own }, 'http://192.0.2.7:3000')).toBe(own)
  })

  it('always has an allowed host, whatever URL is requested', () => {
    const piece = fc.constantFrom(
      ...['https:', 'javascript:', '/', '//', '\\', '@', ':', '#', '?', '.', '%2f', '\t', '。', '443'],
      ...['site.example', 'evil.example', '[::1]', '127.0.0.1', '2130706433'],
    )
    const asked = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(asked, (text) => {
        // Parses the target the way a browser on our site parses a Location header.
        const { protocol, host, username } = new URL(target(text), publicUrl)
        const isWeb = protocol === 'https:' || protocol === 'http:'
        const allowed = /^(site\.example|127\.\d+\.\d+\.\d+(:\d+)?|\[::1\](:\d+)?)$/
        expect(isWeb && username === '' && allowed.test(host)).toBe(true)
      }),
      propertyRuns(3000, 500),
    )
  })
})
