import { expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { relyingParty } from './passkey.ts'

it(
  "binds passkeys to the site's host name if browsers support passkeys for the site's URL",
  testEach(
    [
      ['https://desk.example.com', { id: 'desk.example.com', origin: 'https://desk.example.com' }],
      ['https://example.com:8443', { id: 'example.com', origin: 'https://example.com:8443' }],
      ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
      ['http://127.0.0.1:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
      ['http://[::1]:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
      ['http://crm.lan', null],
      ['http://example.com', null],
      ['https://203.0.113.7', null],
      ['https://[2001:db8::7]', null],
    ],
    (publicUrl, party) => {
      expect(relyingParty(publicUrl)).toEqual(party)
    },
  ),
)
