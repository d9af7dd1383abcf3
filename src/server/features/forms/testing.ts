import { randomBytes } from 'node:crypto'
import fastify from 'fastify'
import { receipt } from '#content/booking-receipt.ts'
import { plainSite } from '#server/features/pages/testing.ts'
import { openRowStore, storeOnce } from '#server/features/rest-writing/service.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { logRequests } from '#server/lib/http/request-log.ts'
import { postForm, sameOrigin } from '#server/lib/http/testing.ts'
import { unlimited } from '#server/lib/rate-limit/limits.ts'
import { formRoutes } from './routes.ts'

/** A visitor's input for each form. */
export const typedForms = {
  booking: {
    name: 'Thandi <b>Nkosi</b>',
    email: 'thandi@company.example',
    company: 'Nkosi & "Daughters"',
    phone: '+27 21 555 0100',
    preferred_time: '2027-07-01T14:00',
    time_zone: 'Africa/Johannesburg',
    team_size: '25+',
    current_challenges: 'quality-control',
    message: 'First line\nSecond line',
  },
  message: {
    name: 'Thandi Nkosi',
    email: 'thandi@company.example',
    company: 'Nkosi',
    inquiry_type: 'services',
    message: 'Hello.',
  },
}

/** The response to a repeated form. Only the first response contains the key to the visitor's page. */
export const withoutPageKey = (body: string): string =>
  body.replace(/<a href="\/\?call=[\w.-]+">.*?<\/a>/, receipt.page.byLetter)

/** The form routes without the rest of the server, with their own database. */
export async function formsForTest() {
  const test = await testDatabase()
  const now = Date.now()

  /** A test can pass a database that fails. */
  async function appWith(database: Database) {
    const app = fastify()
    logRequests(app)
    const store = {
      arrivals: openRowStore(database, { warn: () => {} }),
      clock: () => now,
      limits: unlimited,
      cipher: openSecretCipher(randomBytes(32)),
    }
    await app.register(formRoutes, {
      ...store,
      storeForm: (...form) => storeOnce(store, ...form),
      freeTimes: async () => null,
      site: plainSite,
      publicUrl: () => 'https://site.example',
      prefix: '/forms',
    })
    return app
  }
  const app = await appWith(test.database)

  return {
    test,
    now,
    app,
    appWith,
    /** Posts a form and follows the redirect as a browser would. */
    post: async (
      name: string,
      fields: Record<string, string>,
      headers: Record<string, string> = sameOrigin,
      to = app,
    ) => {
      const answer = await postForm(to, `/forms/${name}`, fields, headers)
      return answer.statusCode === 303 ? to.inject({ url: String(answer.headers.location) }) : answer
    },
    empty: () => test.asOwner('truncate strategy_call_bookings, contact_messages cascade'),
    close: async () => {
      await app.close()
      await test.close()
    },
  }
}
