import { freePort } from '#tools/testing/free-port.ts'
import type { Settings } from './server-pool.ts'

/*
 * The server configurations of the end-to-end tests, compared by identity. A worker process runs each of them at most
 * once at a time, so a file that shares one costs no start.
 */

/** As most operators have it, except that visits are not counted, and that local calendars and webhooks are allowed. */
export const usual: Settings = {
  PRIVATE_ADDRESSES: 'webhooks,calendars',
}

/** The port of the test's mail server on the local machine. */
export const mailPort = await freePort()

/** Emails are sent to `mailPort`, and the team has an address. */
export const mailed: Settings = {
  ...usual,
  SMTP_URL: `smtp://127.0.0.1:${mailPort}?tls=off`,
  PARTNERS_EMAIL: 'partners@provider.example',
  MAIL_FROM: 'Backline <desk@firm.co.za>',
}
