import { freePort } from '#tools/testing/free-port.ts'
import type { Settings } from './server-pool.ts'

/*
 * The configurations of the server that the gate's journeys meet, told apart by identity. A worker process runs each of them
 * at most once at a time, so a file that needs none of them alone costs no start.
 */

/** As most operators have it, but that nobody is counted, and that calendars and webhooks of this machine may be asked. */
export const usual: Settings = {
  PRIVATE_ADDRESSES: 'webhooks,calendars',
}

/** Where a mail server of the test listens, on the machine itself. */
export const mailPort = await freePort()

/** Letters leave for `mailPort`, and the team has an address. */
export const mailed: Settings = {
  ...usual,
  SMTP_URL: `smtp://127.0.0.1:${mailPort}?tls=off`,
  PARTNERS_EMAIL: 'partners@provider.example',
  MAIL_FROM: 'Backline <desk@firm.co.za>',
}
