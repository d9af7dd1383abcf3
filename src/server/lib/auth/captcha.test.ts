import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/lib/log.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { requireCaptcha } from './captcha.ts'
import { AuthRefusal } from './refusal.ts'
import { type Captcha, defaultAuthSettings } from './settings.ts'
import type { Keys } from './types.ts'

const secret = 'captcha-secret-canary'
const seen: { type: string | undefined; form: Record<string, string> }[] = []
let answer = { status: 200, body: '{"success":true}', location: '' }
const server = createServer((request, response) => void judge(request, response))

async function judge(request: IncomingMessage, response: ServerResponse) {
  seen.push({ type: request.headers['content-type'], form: await formOf(request) })
  response.writeHead(answer.status, answer.location === '' ? {} : { location: answer.location })
  response.end(answer.body)
}

async function formOf(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return Object.fromEntries(new URLSearchParams(text))
}

let address = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
})
afterAll(() => server.close())
beforeEach(() => {
  seen.length = 0
  answer = { status: 200, body: '{"success":true}', location: '' }
})

const lines: string[] = []
const log = createLog(
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  }),
)
/** Tokens are the role they give. */
const keys: Pick<Keys, 'verify'> = {
  async verify(token) {
    if (token.includes('forged')) throw new Error('forged')
    return { iss: '', aud: '', iat: 0, exp: 0, role: token }
  },
}

async function outcome(
  body: unknown,
  { authorization, ...change }: Partial<Captcha> & { authorization?: string } = {},
) {
  const captcha: Captcha = { provider: 'turnstile', secret, verifyUrl: address, ...change }
  const context = { settings: { ...defaultAuthSettings, captcha }, keys: keys as Keys, log }
  return requireCaptcha(context, body, authorization).then(
    () => 'passed',
    (error: unknown) => (error instanceof AuthRefusal ? [error.status, error.code] : error),
  )
}

const withToken = { gotrue_meta_security: { captcha_token: 'token of a person' } }
const refused = [400, 'captcha_failed']

it('asks the service, by a form, whether the token is a person’s', async () => {
  expect(await outcome(withToken)).toBe('passed')
  expect(seen).toEqual([
    {
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      form: { secret, response: 'token of a person' },
    },
  ])
})

it(
  'refuses what is no token without asking',
  eachOf(
    [{}, null, 'text', { gotrue_meta_security: null }, { gotrue_meta_security: { captcha_token: ' ' } }],
    async (body) => {
      expect(await outcome(body)).toEqual(refused)
      expect(seen).toEqual([])
    },
  ),
)

describe('what the service says', () => {
  it(
    'counts every other answer as no',
    eachOf(
      [
        ['no', 200, '{"success":false,"error-codes":["timeout-or-duplicate"]}'],
        ['almost yes', 200, '{"success":"true"}'],
        ['yes, with an error', 500, '{"success":true}'],
        ['nothing', 200, ''],
        ['null', 200, 'null'],
        ['that it does not know us', 200, '{"success":false,"error-codes":["invalid-input-secret"]}'],
      ],
      async (_, status, body) => {
        answer = { status, body, location: '' }
        expect(await outcome(withToken)).toEqual(refused)
      },
    ),
  )

  it('is not asked of another place that it names', async () => {
    answer = { status: 307, body: '', location: address }
    expect(await outcome(withToken)).toEqual(refused)
    expect(seen).toHaveLength(1)
  })
})

it('lets nobody in when the service is away, and keeps the secret out of the log', async () => {
  expect(await outcome(withToken, { verifyUrl: 'http://127.0.0.1:1/siteverify' })).toEqual(refused)
  expect(lines.join('')).toContain('captcha service')
  expect(lines.join('')).not.toMatch(/captcha-secret-canary|token of a person/)
})

it('asks nobody where it is off', async () => {
  const context = { settings: defaultAuthSettings, keys: keys as Keys, log }
  await requireCaptcha(context, {})
  expect(seen).toEqual([])
})

it.each([
  ['service_role', 'passed'],
  ['authenticated', refused],
  ['forged service_role', refused],
])('is no matter for the bearer %s: %j', async (role, expected) => {
  expect(await outcome({}, { authorization: `Bearer ${role.replace(' ', '-')}` })).toEqual(expected)
})
