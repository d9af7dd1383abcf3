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

/** All checks of the launch checklist, in its order. */
export const checks = [
  {
    title: 'Public address',
    text: 'Checks that visitors and the team can reach this server.',
    checks: [
      { id: 'address', title: 'Address', look: checkAddress },
      { id: 'reach', title: 'Reachable from outside', look: checkReach, isFromOutside: true },
      { id: 'proxy', title: 'Reverse proxy', look: checkProxy, isFromOutside: true },
    ],
  },
  {
    title: 'Email',
    text: 'Checks that emails are sent, delivered and trusted.',
    checks: [
      { id: 'mail', title: 'Delivery', look: checkMail },
      { id: 'spf', title: 'SPF', look: checkSpf },
      { id: 'dkim', title: 'DKIM', look: checkDkim },
      { id: 'dmarc', title: 'DMARC', look: checkDmarc },
    ],
  },
  {
    title: 'What visitors see',
    text: 'Sample content that is still on the site, and the hours for calls.',
    checks: [
      { id: 'name', title: 'Name', look: checkName },
      { id: 'mailbox', title: 'Mailbox', look: checkMailbox },
      { id: 'links', title: 'Links', look: checkLinks },
      { id: 'testimonials', title: 'Testimonials', look: checkTestimonials },
      { id: 'figures', title: 'Figures', look: checkFigures },
      { id: 'people', title: 'People', look: checkPeople },
      { id: 'example', title: 'Case', look: checkCase },
      { id: 'legal', title: 'Legal details', look: checkLegal },
      { id: 'documents', title: 'Privacy, terms, imprint', look: checkDocuments, isFromOutside: true },
      { id: 'hours', title: 'Hours', look: checkHours },
      { id: 'days_off', title: 'Days off', look: checkDaysOff },
      { id: 'hosts', title: 'Hosts', look: checkHosts },
      { id: 'calendars', title: 'Hosts’ calendars', look: checkCalendars },
    ],
  },
  {
    title: 'Access and data',
    text: 'Access to the desk, and protection against data loss.',
    checks: [
      { id: 'second_step', title: 'Two-step verification', look: checkSecondStep },
      { id: 'owners', title: 'Owners', look: checkOwners },
      { id: 'backup', title: 'Backup', look: checkBackup },
      { id: 'key', title: 'Encryption key', look: checkKey },
      { id: 'rights', title: 'Database privileges', look: checkRights },
      { id: 'clock', title: 'Clocks', look: checkClock },
    ],
  },
  {
    title: 'Server settings',
    text: 'Options that the operator can change.',
    checks: [{ id: 'private_addresses', title: 'Webhooks and calendars', look: checkPrivateAddresses }],
  },
] as const satisfies readonly CheckGroup[]

export type CheckId = (typeof checks)[number]['checks'][number]['id']
