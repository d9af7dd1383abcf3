import { freePort } from '#tools/testing/free-port.ts'
import type { ServerSettings } from './server-pool.ts'

/*
 * The end-to-end tests' server configurations, compared by identity. A worker process runs at most one server per
 * configuration, so a file that shares a configuration does not start another server.
 */

/** The settings that most operators use, except that local calendars and webhooks are allowed. */
export const usual: ServerSettings = {
  PRIVATE_ADDRESSES: 'webhooks,calendars',
}

/** The port of the tests' mail server on the local machine. */
export const mailPort = await freePort()

/** Emails are sent to `mailPort`, and the team has an email address. */
export const mailed: ServerSettings = {
  ...usual,
  SMTP_URL: `smtp://127.0.0.1:${mailPort}?tls=off`,
  PARTNERS_EMAIL: 'partners@provider.example',
  MAIL_FROM: 'Backline <desk@firm.co.za>',
}
