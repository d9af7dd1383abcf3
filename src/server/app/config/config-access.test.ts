import { expect, it } from 'vitest'
import { checkEachRow } from '#shared/lib/testing.ts'
import { readConfig } from './config.ts'

it('refuses invalid origins in ALLOWED_ORIGINS, and gives the reason', () =>
  checkEachRow(
    [
      ['*', 'origin 1 of 1, contains *'],
      ['https://*.example.com', 'list each origin'],
      ['https://app.example.com,,http://localhost:5173', 'origin 2 of 3, is empty'],
      ['null', 'is null'],
      ['app.example.com', 'must start with https:// or http://'],
      ['ftp://app.example.com', 'must start with https:// or http://'],
      ['capacitor://localhost', 'must start with https:// or http://'],
      ['https://', 'is not an address'],
      ['https://u:secret@app.example.com', 'must not contain a user name'],
      ['https://app.example.com/desk', 'without a path'],
      ['https://app.example.com?x', 'without a path'],
      ['https://app.example.com#', 'without a path'],
      ['https://good.example.com, https://app.example.com/', 'origin 2 of 2, must not end in a slash'],
      ['https://App.example.com', 'as browsers send it'],
      ['https://app.example.com:443', 'as browsers send it'],
      ['https://münchen.example', 'as browsers send it'],
      ['http://app.example.com', 'must be https, like PUBLIC_URL'],
    ],
    ([value, words]) => {
      const environment = { PUBLIC_URL: 'https://example.com', ALLOWED_ORIGINS: value }
      expect(() => readConfig(environment)).toThrow(words)
      expect(() => readConfig(environment)).not.toThrow('secret')
    },
  ))

it('accepts an http origin in ALLOWED_ORIGINS if the site uses http or the origin is on this machine', () => {
  const read = (PUBLIC_URL: string, ALLOWED_ORIGINS: string) =>
    readConfig({ PUBLIC_URL, ALLOWED_ORIGINS }).allowedOrigins
  expect(read('http://crm.lan', 'http://app.lan,http://[::1]:8080')).toEqual(['http://app.lan', 'http://[::1]:8080'])
  expect(read('', 'http://app.lan')).toEqual(['http://app.lan'])
  expect(read('https://crm.example.com', 'http://127.0.0.1:5173')).toEqual(['http://127.0.0.1:5173'])
})
