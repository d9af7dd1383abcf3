import { checkAddress, checkReach } from './check-address.ts'
import {
  checkCase,
  checkDocuments,
  checkFigures,
  checkLegal,
  checkLinks,
  checkMailbox,
  checkName,
  checkPeople,
  checkTestimonials,
} from './check-content.ts'
import {
  checkBackup,
  checkCalendars,
  checkClock,
  checkDaysOff,
  checkHosts,
  checkHours,
  checkOwners,
  checkRights,
  checkSecondStep,
} from './check-database.ts'
import { checkMail } from './check-mail.ts'
import { checkDkim, checkDmarc, checkSpf } from './check-sender.ts'
import { checkKey, checkPrivateAddresses, checkProxy } from './check-settings.ts'
import type { CheckGroup } from './types.ts'

/** All checks before the site goes public, in the order of the page. */
export const checks = [
  {
    title: 'The way here',
    text: 'How visitors and the team reach this server.',
    checks: [
      { id: 'address', title: 'Address', look: checkAddress },
      { id: 'reach', title: 'Reached from outside', look: checkReach, isFromOutside: true },
      { id: 'proxy', title: 'The proxy before it', look: checkProxy, isFromOutside: true },
    ],
  },
  {
    title: 'Letters',
    text: 'Whether they leave, arrive, and are believed.',
    checks: [
      { id: 'mail', title: 'Sent and read', look: checkMail },
      { id: 'spf', title: 'SPF', look: checkSpf },
      { id: 'dkim', title: 'DKIM', look: checkDkim },
      { id: 'dmarc', title: 'DMARC', look: checkDmarc },
    ],
  },
  {
    title: 'What visitors see',
    text: 'Samples that are still on the site, and when calls are held.',
    checks: [
      { id: 'name', title: 'Name', look: checkName },
      { id: 'mailbox', title: 'Mailbox', look: checkMailbox },
      { id: 'links', title: 'Links', look: checkLinks },
      { id: 'testimonials', title: 'Testimonials', look: checkTestimonials },
      { id: 'figures', title: 'Figures', look: checkFigures },
      { id: 'people', title: 'People', look: checkPeople },
      { id: 'example', title: 'Case', look: checkCase },
      { id: 'legal', title: 'Facts in the documents', look: checkLegal },
      { id: 'documents', title: 'Privacy, terms, imprint', look: checkDocuments, isFromOutside: true },
      { id: 'hours', title: 'Hours', look: checkHours },
      { id: 'days_off', title: 'Days off', look: checkDaysOff },
      { id: 'hosts', title: 'Who takes calls', look: checkHosts },
      { id: 'calendars', title: 'Calendars of hosts', look: checkCalendars },
    ],
  },
  {
    title: 'People and data',
    text: 'Who gets in, and what is left after a bad day.',
    checks: [
      { id: 'second_step', title: 'Second step', look: checkSecondStep },
      { id: 'owners', title: 'Owners', look: checkOwners },
      { id: 'backup', title: 'Backup', look: checkBackup },
      { id: 'key', title: 'Encryption key', look: checkKey },
      { id: 'rights', title: 'Rights at the database', look: checkRights },
      { id: 'clock', title: 'Clocks', look: checkClock },
    ],
  },
  {
    title: 'Settings of the server',
    text: 'What the operator can switch.',
    checks: [{ id: 'private_addresses', title: 'Webhooks and calendars', look: checkPrivateAddresses }],
  },
] as const satisfies readonly CheckGroup[]

export type CheckId = (typeof checks)[number]['checks'][number]['id']
