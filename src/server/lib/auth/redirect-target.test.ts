import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachOf, tries } from '#shared/lib/testing.ts'
import { redirectTarget } from './redirect-target.ts'

const publicUrl = 'https://site.example'
const desk = 'https://site.example/desk/'
const redirectUrls = ['https://*.partner.example/back', 'https://deep.example/**', 'desk.app://signed-in']
const target = (redirectTo: unknown, referer?: string) =>
  redirectTarget({ redirectTo, referer }, { publicUrl, redirectUrls })

describe('where a redirect may lead', () => {
  it(
    'leads to our own, to listed and to local addresses',
    eachOf(
      [
        'https://site.example/desk?tab=1#inbox',
        'https://SITE.example/desk',
        'https://site.example:443/desk',
        'https://a.partner.example/back',
        'https://a.partner.example/back#part',
        'https://deep.example/any/thing?at=all',
        'http://127.0.0.1:5173/desk',
        'http://[::1]:5173/',
        'desk.app://signed-in',
      ],
      (asked) => {
        expect(target(asked)).toBe(asked)
      },
    ),
  )

  it(
    'passes over every other, however it is written',
    eachOf(
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
        ['a loopback address under a scheme of its own', 'desk.app://127.0.0.1'],
        ['letters that look like ours', 'https://sité.example'],
        ['a host in percent signs', 'https://s%69te.example'],
        ['a line break', 'https://site.example\r\nset-cookie: a=b'],
        ['a blank in front', ' https://site.example'],
        ['a star that would have to cross a dot', 'https://a.b.partner.example/back'],
        ['a listed host as somebody else’s path', 'https://evil.example/x.partner.example/back'],
        ['a listed address with more behind it', 'https://a.partner.example/back/further'],
        ['a way out of a listed path', 'https://a.partner.example/back/../steal'],
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

  it('falls back on the page the person comes from, if that is one of ours', () => {
    expect(target(undefined, 'https://site.example/sign-in')).toBe('https://site.example/sign-in')
    expect(target(undefined, 'https://evil.example/sign-in')).toBe(desk)
    expect(target('https://evil.example', 'https://evil.example/')).toBe(desk)
  })

  it('passes over the port of a site on this machine, and never the host', () => {
    const site = { publicUrl: 'http://localhost:3000', redirectUrls: [] }
    expect(redirectTarget({ redirectTo: 'http://localhost:5173/' }, site)).toBe('http://localhost:5173/')
    expect(redirectTarget({ redirectTo: 'http://evil.example:3000/' }, site)).toBe(
      'http://localhost:3000/desk/',
    )
    expect(redirectTarget({ redirectTo: 'http://192.0.2.7:3000/' }, site)).toBe('http://localhost:3000/desk/')
    const atAddress = { publicUrl: 'http://192.0.2.7:3000', redirectUrls: ['http://192.0.2.8/**'] }
    const own = 'http://192.0.2.7:3000/desk'
    expect(redirectTarget({ redirectTo: own }, atAddress)).toBe(own)
    expect(redirectTarget({ redirectTo: 'http://192.0.2.8/' }, atAddress)).toBe('http://192.0.2.7:3000/desk/')
  })

  it('does not let the stars of a host reach its path', () => {
    const site = { publicUrl, redirectUrls: ['https://**.partner.example/back'] }
    const deep = 'https://a.b.partner.example/back'
    expect(redirectTarget({ redirectTo: deep }, site)).toBe(deep)
    for (const redirectTo of [
      'https://evil.example/x.partner.example/back',
      'https://evil.example?x.partner.example/back',
    ]) {
      expect(redirectTarget({ redirectTo }, site)).toBe(desk)
    }
  })

  it('takes a browser to no other host, whatever is asked', () => {
    const piece = fc.constantFrom(
      ...['https:', 'javascript:', '/', '//', '\\', '@', ':', '#', '?', '.', '%2f', '\t', '。', '443'],
      ...['site.example', 'evil.example', 'deep.example', '[::1]', '127.0.0.1', '2130706433'],
    )
    const asked = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(asked, (text) => {
        // Parsed as a browser parses a Location header on a page of ours.
        const { protocol, host, username } = new URL(target(text), publicUrl)
        const isWeb = protocol === 'https:' || protocol === 'http:'
        const allowed = /^(site\.example|deep\.example|127\.\d+\.\d+\.\d+(:\d+)?|\[::1\](:\d+)?)$/
        expect(isWeb && username === '' && allowed.test(host)).toBe(true)
      }),
      tries(3000, 500),
    )
  })
})
