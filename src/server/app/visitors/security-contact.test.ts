import { afterAll, expect, it } from 'vitest'
import { securityContact } from '#content/security-contact.ts'
import { appForTest } from '#server/app/testing.ts'

const address = '/.well-known/security.txt'
const day = 86_400_000
let now = Date.UTC(2026, 10, 22, 13)
const running = await appForTest('https://www.example.com', { clock: () => now })
afterAll(() => running.close())

const read = async () => {
  const answer = await running.app.inject(address)
  const lines = answer.body.trimEnd().split('\n')
  return { answer, fields: new Map(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string])) }
}

it("serves a security.txt with the contact for vulnerability reports and the site's canonical URL", async () => {
  const { answer, fields } = await read()
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  expect(fields.get('Contact')).toBe(`mailto:${securityContact.email}`)
  expect(fields.get('Preferred-Languages')).toBe('en')
  expect(fields.get('Canonical')).toBe(`https://www.example.com${address}`)
})

it('always sets the expiration date of security.txt 90 to 365 days ahead', async () => {
  for (const later of [0, 100, 1000, 10_000]) {
    now += later * day
    const expires = (await read()).fields.get('Expires') ?? ''
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    expect(Date.parse(expires) - now).toBeGreaterThan(90 * day)
    expect(Date.parse(expires) - now).toBeLessThan(365 * day)
  }
})
