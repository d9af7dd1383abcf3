import { checkAddress, checkReach } from './check-address.ts'
import { checkBackup } from './check-backup.ts'
import {
  checkDocuments,
  checkExample,
  checkFigures,
  checkLegal,
  checkLinks,
  checkMailbox,
  checkName,
  checkPeople,
  checkTestimonials,
} from './check-content.ts'
import {
  checkClock,
  checkDaysOff,
  checkHosts,
  checkHours,
  checkOwners,
  checkRights,
  checkSecondStep,
} from './check-database.ts'
import { checkMail } from './check-mail.ts'
import { checkProxy } from './check-proxy.ts'
import { checkDkim, checkDmarc, checkSpf } from './check-sender.ts'
import { checkKey, checkPrivateAddresses, checkRateLimit } from './check-settings.ts'
import type { Checks } from './types.ts'

export const checks: Checks = {
  address: checkAddress,
  reach: checkReach,
  proxy: checkProxy,
  mail: checkMail,
  spf: checkSpf,
  dkim: checkDkim,
  dmarc: checkDmarc,
  second_step: checkSecondStep,
  owners: checkOwners,
  backup: checkBackup,
  key: checkKey,
  rights: checkRights,
  clock: checkClock,
  hours: checkHours,
  days_off: checkDaysOff,
  hosts: checkHosts,
  name: checkName,
  mailbox: checkMailbox,
  links: checkLinks,
  testimonials: checkTestimonials,
  figures: checkFigures,
  people: checkPeople,
  example: checkExample,
  legal: checkLegal,
  documents: checkDocuments,
  rate_limit: checkRateLimit,
  private_addresses: checkPrivateAddresses,
}
