import emailMisspelled, { all } from 'email-misspelled'

/** What an address probably should have been; null where only its end is missing, and nobody can say which. */
export interface Slip {
  readonly meant: string | null
}

/** Of the mailboxes that many people have, those whose names are like no other word or company. */
const famous =
  /^(gmail|googlemail|hotmail|outlook|yahoo|icloud|rediffmail|rocketmail|comcast|sbcglobal|wanadoo|laposte)\./
const mailboxes = all.filter((domain) => famous.test(domain))
const near = emailMisspelled({ domains: mailboxes, maxMisspelled: 2 })

/** Companies whose names are one letter away. */
const companies = ['gail.com', 'grail.com']

/** Slips of `com` that are no top-level domain; and those that are one, of which no famous mailbox has an address. */
const noEnding = /\.(?:con|cmo|ocm|comm|coom|cpm|clm|vom|xom)$/
const otherEnding = ['co', 'cm', 'om']

/**
 * What looks like a slip of the finger in an address. Only what hardly anybody means is one: a false question to
 * somebody who knows their own address is worse than a slip that is not seen. Of a domain with letters beyond ASCII
 * we know nothing.
 */
export function slipIn(address: string): Slip | null {
  const [, name, typed = ''] = /^([^@]+)@([a-z\d-]+(?:\.[a-z\d-]+)*)$/i.exec(address.trim()) ?? []
  const domain = typed.toLowerCase()
  if (!name || /(^|\.)xn--/.test(domain)) return null
  const whole = domain.includes('.') ? domain.replace(noEnding, '.com') : `${domain}.com`
  const meant = mailboxes.includes(whole) ? whole : (mailboxNear(whole) ?? whole)
  if (meant === domain) return null
  // Of a word that is no mailbox the end is missing, and it may be any.
  return { meant: domain.includes('.') || mailboxes.includes(meant) ? `${name}@${meant}` : null }
}

function mailboxNear(domain: string): string | undefined {
  if (companies.includes(domain)) return undefined
  return near(`x@${domain}`).find(({ suggest, misspelledCount }) => {
    const [name, ending] = cut(suggest)
    const [typedName, typedEnding] = cut(domain)
    if (name === typedName) return ending === 'com' && otherEnding.includes(typedEnding)
    // A letter too many, too few or wrong, or two in the other's place; hardly ever the first.
    const isOneSlip = misspelledCount === 1 || sorted(name) === sorted(typedName)
    return ending === typedEnding && name[0] === typedName[0] && isOneSlip
  })?.suggest
}

function cut(domain: string): [name: string, ending: string] {
  const dot = domain.indexOf('.')
  return [domain.slice(0, dot), domain.slice(dot + 1)]
}

const sorted = (letters: string) => letters.split('').sort().join('')
