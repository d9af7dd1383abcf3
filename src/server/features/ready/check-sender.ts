import { Resolver } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPublicName } from './check-address.ts'
import { type CheckResult, good, mustFix, shouldReview, text, unknown } from './found.ts'
import type { CheckContext } from './types.ts'

/** The sender's domain; null if it is not a public name. */
export function senderDomain({ settings: { sender } }: Pick<CheckContext, 'settings'>): string | null {
  const domain = sender.split('@').at(-1)?.toLowerCase() ?? ''
  return isPublicName(domain) ? domain : null
}

export const setSender =
  'Set MAIL_FROM to an address of a domain that you own, such as hello@your-domain.com, and restart the server.'

const noSender = mustFix('no_sender', 'The sender’s address has no public domain.', setSender)

/** The finding for each reason why the name server returned no records. */
function lookupFinding(state: Exclude<TextRecords['state'], 'found' | 'none'>, name: string): CheckResult {
  switch (state) {
    case 'no_domain':
      return mustFix(
        state,
        text`The domain ${name} does not exist.`,
        'Check the spelling of MAIL_FROM, and whether the domain is registered.',
      )
    case 'timeout':
      return unknown(
        state,
        text`The name server did not respond to the lookup of ${name} in time.`,
        'Check again in a minute. If this persists, check which name servers this machine uses (/etc/resolv.conf), and whether outgoing connections to port 53 are allowed.',
      )
    case 'unreachable':
      return unknown(
        state,
        text`No name server can be reached, so ${name} cannot be looked up.`,
        'Set a name server that this machine can reach (/etc/resolv.conf). Emails and webhooks need it too.',
      )
    case 'refused':
      return unknown(
        state,
        text`The lookup of ${name} failed or was refused by the name server.`,
        'Check again later. If this persists, ask your DNS provider: the records may be broken.',
      )
  }
}

const matchingRecords = (answer: TextRecords, shape: RegExp): string[] =>
  answer.state === 'found' ? answer.texts.filter((text) => shape.test(text.trim())) : []

/** The servers that may send email for the domain (RFC 7208). */
export async function checkSpf(look: CheckContext): Promise<CheckResult> {
  const domain = senderDomain(look)
  if (!domain) return noSender
  const answer = await textsOf(look, domain)
  if (answer.state !== 'found' && answer.state !== 'none') return lookupFinding(answer.state, domain)
  const records = matchingRecords(answer, /^v=spf1(\s|$)/i)
  const [record, second] = records
  if (!record) {
    return mustFix(
      'none',
      text`${domain} does not name the servers that may send email for it.`,
      'Add a TXT record to the domain, such as v=spf1 include:… ~all, with the values from your email service.',
    )
  }
  if (second) {
    return mustFix(
      'several',
      text`${domain} has ${records.length} SPF records, but only one is allowed.`,
      'Merge these records into one that names all senders.',
    )
  }
  const [, sign] = /\s([-~?+]?)all(?:\s|$)/i.exec(record) ?? []
  if (sign === '-' || (sign === undefined && /\sredirect=/i.test(record))) {
    return good(text`${domain} names the servers that may send email for it: ${record}`)
  }
  if (sign === '~') {
    return good(
      text`${domain} names the servers that may send email for it, and marks all others as suspicious: ${record}`,
      'soft',
    )
  }
  return mustFix(
    'open',
    text`The SPF record of ${domain} allows any sender: ${record}`,
    'End the record with ~all, and later with -all.',
  )
}

/** Checks that mail servers can verify our signature (RFC 6376). */
export async function checkDkim(look: CheckContext): Promise<CheckResult> {
  const domain = senderDomain(look)
  if (!domain) return noSender
  const { dkim } = look.settings
  if (!dkim) {
    return shouldReview(
      'unsigned',
      text`This server does not sign emails from ${domain}.`,
      'If your email service signs them, this is fine: the source of a received email then contains dkim=pass. Otherwise set DKIM_PRIVATE_KEY.',
    )
  }
  const name = `${dkim.selector}._domainkey.${dkim.domain}`
  const answer = await textsOf(look, name)
  if (answer.state === 'timeout' || answer.state === 'unreachable' || answer.state === 'refused') {
    return lookupFinding(answer.state, name)
  }
  const [record] = matchingRecords(answer, /(^|;)\s*p\s*=/i)
  if (!record) {
    return mustFix(
      'none',
      text`There is no key at ${name}, so nobody can verify the signature.`,
      'Add the TXT record that docs/mail.md describes under DKIM.',
    )
  }
  const key = (/(?:^|;)\s*p\s*=([^;]*)/i.exec(record)?.[1] ?? '').replaceAll(/\s/g, '')
  if (key === '') {
    return mustFix(
      'revoked',
      text`The key at ${name} is revoked: its record is empty.`,
      'Create a new key under another selector, and set DKIM_SELECTOR to it.',
    )
  }
  if (key === dkim.publicKey) return good(text`Emails are signed with the key at ${name}.`)
  return mustFix(
    'other_key',
    text`The key at ${name} does not match DKIM_PRIVATE_KEY, so your emails look forged.`,
    'Publish the public key of DKIM_PRIVATE_KEY, or set DKIM_PRIVATE_KEY to match the published key.',
  )
}

/** The policy for emails that fail SPF and DKIM (RFC 7489), looked up at the domain, then at its parents. */
export async function checkDmarc(look: CheckContext): Promise<CheckResult> {
  const domain = senderDomain(look)
  if (!domain) return noSender
  for (const place of withParents(domain)) {
    const answer = await textsOf(look, `_dmarc.${place}`)
    if (answer.state === 'timeout' || answer.state === 'unreachable' || answer.state === 'refused') {
      return lookupFinding(answer.state, `_dmarc.${place}`)
    }
    const records = matchingRecords(answer, /^v=DMARC1\s*(;|$)/i)
    const [record, second] = records
    if (second) {
      return mustFix(
        'several',
        text`${place} has ${records.length} DMARC records, so email providers ignore all of them.`,
        'Keep only one of the records.',
      )
    }
    if (record) return byPolicy(place, policyOf(record, place === domain))
  }
  return mustFix(
    'none',
    text`${domain} has no DMARC policy, which large email providers require.`,
    text`Add a TXT record to _dmarc.${domain}. Start with v=DMARC1; p=none; rua=mailto: and an email address.`,
  )
}

const byPolicy = (place: string, policy: string): CheckResult =>
  policy === 'none'
    ? shouldReview(
        'watching',
        text`${place} asks email providers to report forged emails but not to reject them (p=none).`,
        'This is fine to start with. When the reports show that all your emails pass, change the policy to quarantine, and later to reject.',
      )
    : good(text`${place} asks email providers to reject forged emails (${policy}).`)

/** The record of a parent domain may have a separate policy (`sp`) for subdomains. */
function policyOf(record: string, isOwn: boolean): string {
  const tag = (name: string) => new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*(\\w+)`, 'i').exec(record)?.[1]?.toLowerCase()
  return (isOwn ? undefined : tag('sp')) ?? tag('p') ?? 'none'
}

function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** The TXT records for a name, or the reason why the name server returned none. */
type TextRecords =
  | { state: 'found'; texts: string[] }
  | { state: 'none' | 'no_domain' | 'timeout' | 'unreachable' | 'refused' }

/** Name servers usually respond within a tenth of a second; after three seconds, we stop waiting. */
const patienceMilliseconds = 3000

async function textsOf({ settings: { nameServers }, signal }: CheckContext, name: string): Promise<TextRecords> {
  const resolver = new Resolver({ timeout: 600, tries: 2 })
  if (nameServers) resolver.setServers([...nameServers])
  const over = new AbortController()
  const late = sleep(patienceMilliseconds, { state: 'timeout' } as const, {
    signal: AbortSignal.any([signal, over.signal]),
  })
  try {
    return await Promise.race([ask(resolver, name), late])
  } finally {
    over.abort()
    resolver.cancel()
  }
}

async function ask(resolver: Resolver, name: string): Promise<TextRecords> {
  try {
    const texts = (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    return texts.length > 0 ? { state: 'found', texts } : { state: 'none' }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return { state: states.get(code) ?? 'refused' }
  }
}

/**
 * Maps the error codes of Node's resolver to states. Any other code means that the name server refused the query or
 * failed.
 */
const states: ReadonlyMap<string, Exclude<TextRecords['state'], 'found'>> = new Map([
  ['ENODATA', 'none'],
  ['ENOTFOUND', 'no_domain'],
  ['ETIMEOUT', 'timeout'],
  ['ECANCELLED', 'timeout'],
  ['ECONNREFUSED', 'unreachable'],
  ['ENOTINITIALIZED', 'unreachable'],
] as const)
