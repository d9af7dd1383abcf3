import { expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { readSmtpUrl } from './smtp.ts'

it(
  'parses mail server addresses',
  testEach(
    [
      ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, requireTLS: true, ignoreTLS: false }],
      ['smtps://mail.example', { host: 'mail.example', port: 465, secure: true, requireTLS: false, ignoreTLS: false }],
      ['smtp://mail.example:25/', { port: 25, requireTLS: true }],
      ['smtp://me%40x:p%2Fw%40@mail.example', { auth: { user: 'me@x', pass: 'p/w@' }, requireTLS: true }],
      ['smtp://localhost:1025', { port: 1025, requireTLS: false, ignoreTLS: true }],
      ['smtp://[::1]:1025', { host: '::1', ignoreTLS: true }],
      ['smtp://relay:25?tls=off', { host: 'relay', requireTLS: false, ignoreTLS: true }],
      // A name that merely starts with a loopback name may belong to another machine.
      ['smtp://localhost.evil.example', { requireTLS: true }],
      ['smtp://127.0.0.1.evil.example', { requireTLS: true }],
    ],
    (url, server) => {
      expect(readSmtpUrl(url)).toMatchObject(server)
    },
  ),
)

it(
  'refuses invalid mail server URLs',
  testEach(
    [
      'mail.example:587',
      'http://mail.example',
      'smtp://',
      'smtp:mail.example',
      'smtp://mail.example/path',
      'smtp://mail.example?debug=true',
      'smtps://mail.example?tls=off',
      'smtp://me:%ff@mail.example',
      'smtp://mail.example:99999',
    ],
    (url) => {
      expect(readSmtpUrl(url)).toBe(null)
    },
  ),
)
