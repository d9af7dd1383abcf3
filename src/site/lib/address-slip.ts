import emailMisspelled, { all } from 'email-misspelled'

/** The probable address; null if only the top-level domain is missing, which could be any. */
export interface Slip {
  readonly meant: string | null
}

/** Popular mailbox providers whose names resemble no other word or company. */
const famous =
  /^(gmail|googlemail|hotmail|outlook|yahoo|icloud|rediffmail|rocketmail|comcast|sbcglobal|wanadoo|laposte)\./
const mailboxes = all.filter((domain) => famous.test(domain))
const near = emailMisspelled({ domains: mailboxes, maxMisspelled: 2 })

/** Companies whose names differ from a provider's by one letter. */
const companies = ['gail.com', 'grail.com']

/** Misspellings of `com` that are no top-level domains, and real ones that no popular provider uses. */
const noEnding = /\.(?:con|cmo|ocm|comm|coom|cpm|clm|vom|xom)$/
const otherEnding = ['co', 'cm', 'om']

/**
 * Finds probable typing errors in an address. Only unlikely addresses count: a needless question to a visitor who knows
 * their own address is worse than an undetected error. Domains with letters beyond ASCII are skipped.
 */
export function slipIn(address: string): Slip | null {
  const [, name, typed = ''] = /^([^@]+)@([a-z\d-]+(?:\.[a-z\d-]+)*)$/i.exec(address.trim()) ?? []
  const domain = typed.toLowerCase()
  if (!name || /(^|\.)xn--/.test(domain)) return null
  const whole = domain.includes('.') ? domain.replace(noEnding, '.com') : `${domain}.com`
  const meant = mailboxes.includes(whole) ? whole : (mailboxNear(whole) ?? whole)
  if (meant === domain) return null
  // A domain without a dot that is no known provider lacks its top-level domain, which could be any.
  return { meant: domain.includes('.') || mailboxes.includes(meant) ? `${name}@${meant}` : null }
}

function mailboxNear(domain: string): string | undefined {
  if (companies.includes(domain)) return undefined
  return near(`x@${domain}`).find(({ suggest, misspelledCount }) => {
    const [name, ending] = cut(suggest)
    const [typedName, typedEnding] = cut(domain)
    if (name === typedName) return ending === 'com' && otherEnding.includes(typedEnding)
    // One letter inserted, missing or wrong, or two transposed; hardly ever the first.
    const isOneSlip = misspelledCount === 1 || sorted(name) === sorted(typedName)
    return ending === typedEnding && name[0] === typedName[0] && isOneSlip
  })?.suggest
}

function cut(domain: string): [name: string, ending: string] {
  const dot = domain.indexOf('.')
  return [domain.slice(0, dot), domain.slice(dot + 1)]
}

const sorted = (letters: string) => letters.split('').sort().join('')
