import { generateKeyPairSync } from 'node:crypto'
import fastify from 'fastify'
import * as v from 'valibot'
import { rateLimits } from '#server/app/rate-limits.ts'
import { authAppForTest, tokenOf } from '#server/app/testing.ts'
import type { CheckId } from '#server/features/ready/checks.ts'
import { readyRoutes } from '#server/features/ready/routes.ts'
import type { ReadySettings } from '#server/features/ready/service.ts'
import { nameServerForTest } from '#server/features/ready/testing.ts'
import type { ReadyRoutesOptions } from '#server/features/ready/types.ts'
import type { DeliveryResult } from '#server/lib/mail/delivery.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'
import { openLimits } from '#server/lib/rate-limit/limits.ts'
import { type ChecklistFinding, launchChecklistSchema } from '#shared/contract/operations.ts'

const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
})

/** Serves only the launch checklist, with a real database, a real name server, and a member of each role. */
export async function readyForTest() {
  const site = await authAppForTest()
  const names = await nameServerForTest()
  const usual: ReadySettings = {
    publicUrl: null,
    trustProxy: false,
    mailServer: 'mail.firm.co.za:587',
    sender: 'desk@firm.co.za',
    dkim: { domain: 'firm.co.za', selector: 'desk', publicKey: publicKey.toString('base64') },
    isKeyBesideData: false,
    webhookPrivateAddresses: false,
    calendarPrivateAddresses: false,
    nameServers: [names.address],
  }
  const closing: (() => unknown)[] = []
  const sent: Letter[] = []
  const post: { said: DeliveryResult } = { said: { state: 'sent' } }
  async function person(role: 'owner' | 'agent' | 'viewer') {
    const { strong, ...who } = await site.member(role)
    return { ...who, token: await tokenOf(strong) }
  }
  const who = { owner: await person('owner'), agent: await person('agent'), viewer: await person('viewer') }

  /** Starts the server with these settings. If the public URL is 'here', uses the listen address instead. */
  async function room(change: Partial<ReadySettings> = {}, more: Partial<ReadyRoutesOptions> = {}) {
    const settings = { ...usual, ...change }
    const app = fastify({ trustProxy: settings.trustProxy ? [...settings.trustProxy] : false })
    const limits = openLimits(rateLimits, Date.now)
    closing.push(
      () => app.close(),
      () => limits.close(),
    )
    const place = { url: '' }
    const mailer: ReadyRoutesOptions['mailer'] = {
      send: async (letter) => {
        sent.push(letter)
        return post.said
      },
    }
    const publicUrl = () => settings.publicUrl ?? place.url
    const options = { ...site.auth, settings, limits, publicUrl, mailer, ...more }
    await app.register((scope) => readyRoutes(scope, options), { prefix: '/ready/v1' })
    place.url = await app.listen({ host: '127.0.0.1', port: 0 })
    if (settings.publicUrl === 'here') settings.publicUrl = place.url
    const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${place.url}/ready/v1/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${who.owner.token}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      })
    async function look(headers: Record<string, string> = {}, now = site.auth.clock()) {
      const answer = await ask('checks', { now }, headers)
      const { groups } = v.parse(launchChecklistSchema, await answer.json())
      const found = groups.flatMap(({ findings }) => findings.map((one) => [one.check, one] as const))
      return Object.fromEntries(found) as Record<CheckId, ChecklistFinding>
    }
    return { ask, look, url: place.url }
  }

  return {
    site,
    names,
    usual,
    who,
    person,
    sent,
    post,
    room,
    found: async (check: CheckId, change: Partial<ReadySettings> = {}) =>
      (await (await room(change)).look())[check].finding,
    /** Registers a resource that `clean` closes after a test. */
    later: (close: () => unknown) => void closing.push(close),
    async clean() {
      for (const close of closing.splice(0)) await close()
      sent.length = 0
      post.said = { state: 'sent' }
      names.zone.clear()
    },
    async close() {
      await names.close()
      await site.close()
    },
  }
}
