import { type Texts, textsOf } from './dns.ts'
import { isPublicName } from './public-name.ts'
import type { Found, Look } from './types.ts'

/** The domain that letters come from; null where nobody outside can look it up. */
export function senderDomain({ settings: { sender } }: Pick<Look, 'settings'>): string | null {
  const domain = sender.split('@').at(-1)?.toLowerCase() ?? ''
  return isPublicName(domain) ? domain : null
}

/** Records of this kind among others. */
const those = (answer: Texts, shape: RegExp): string[] =>
  answer.state === 'found' ? answer.texts.filter((text) => shape.test(text.trim())) : []

/** Which servers may send for the domain (RFC 7208). */
export async function checkSpf(look: Look): Promise<Found<'spf'>> {
  const domain = senderDomain(look)
  if (!domain) return ['no_sender']
  const answer = await textsOf(look, domain)
  if (answer.state !== 'found') return [answer.state, { domain }]
  const records = those(answer, /^v=spf1(\s|$)/i)
  const [record, second] = records
  if (!record) return ['none', { domain }]
  if (second) return ['several', { domain, count: records.length }]
  const [, sign] = /\s([-~?+]?)all(?:\s|$)/i.exec(record) ?? []
  const facts = { domain, record }
  if (sign === '-' || (sign === undefined && /\sredirect=/i.test(record))) return ['good', facts]
  return [sign === '~' ? 'soft' : 'open', facts]
}

/** Whether mailboxes can check our signature (RFC 6376). */
export async function checkDkim(look: Look): Promise<Found<'dkim'>> {
  const domain = senderDomain(look)
  if (!domain) return ['no_sender']
  const { dkim } = look.settings
  if (!dkim) return ['unsigned', { domain }]
  const name = `${dkim.selector}._domainkey.${dkim.domain}`
  if (!isAligned(dkim.domain, domain)) return ['not_aligned', { domain, signer: dkim.domain }]
  const answer = await textsOf(look, name)
  if (answer.state === 'none' || answer.state === 'no_domain') return ['none', { name }]
  if (answer.state !== 'found') return [answer.state, { domain: name }]
  const [record] = those(answer, /(^|;)\s*p\s*=/i)
  if (!record) return ['none', { name }]
  const key = (/(?:^|;)\s*p\s*=([^;]*)/i.exec(record)?.[1] ?? '').replaceAll(/\s/g, '')
  if (key === '') return ['revoked', { name }]
  return [key === dkim.publicKey ? 'good' : 'other_key', { name }]
}

/** DMARC counts a signature of the same domain, of the one above, or of one below. */
const isAligned = (signer: string, domain: string) =>
  signer === domain || domain.endsWith(`.${signer}`) || signer.endsWith(`.${domain}`)

/** What becomes of letters that neither vouches for (RFC 7489): asked at the domain, then at those above it. */
export async function checkDmarc(look: Look): Promise<Found<'dmarc'>> {
  const domain = senderDomain(look)
  if (!domain) return ['no_sender']
  for (const place of withParents(domain)) {
    const answer = await textsOf(look, `_dmarc.${place}`)
    if (answer.state === 'timeout' || answer.state === 'unreachable' || answer.state === 'refused') {
      return [answer.state, { domain: `_dmarc.${place}` }]
    }
    const records = those(answer, /^v=DMARC1\s*(;|$)/i)
    const [record, second] = records
    if (second) return ['several', { domain: place, count: records.length }]
    if (record) {
      const policy = policyOf(record, place === domain)
      return [policy === 'none' ? 'watching' : 'good', { domain: place, policy }]
    }
  }
  return ['none', { domain }]
}

/** A record above the domain has a policy of its own for what is below it. */
function policyOf(record: string, isOwn: boolean): string {
  const tag = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*(\\w+)`, 'i').exec(record)?.[1]?.toLowerCase()
  return (isOwn ? undefined : tag('sp')) ?? tag('p') ?? 'none'
}

function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
