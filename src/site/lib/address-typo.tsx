import emailMisspelled, { all } from 'email-misspelled'
import { useEffect, useId, useRef, useState } from 'react'
import { addressWords } from '#content/form-field.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './address-question.module.css'

const { meant, take, noEnding } = addressWords

/**
 * When an email field loses focus, asks about an address that seems to contain a typo. Never blocks the form.
 */
export function AddressQuestion({ fieldId }: { fieldId: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [slip, setSlip] = useState<AddressTypo | null>(null)

  useEffect(() => {
    const element = document.getElementById(fieldId) as HTMLInputElement | null
    field.current = element
    if (!element) return
    const ask = () => void pressEnded().then(() => setSlip(findTypingError(element.value)))
    const forget = () => setSlip(null)
    // The field may have lost focus before this part was loaded.
    ask()
    element.addEventListener('blur', ask)
    element.addEventListener('input', forget)
    return () => {
      element.removeEventListener('blur', ask)
      element.removeEventListener('input', forget)
    }
  }, [fieldId])

  const use = (address: string) => {
    const element = field.current
    if (!element) return
    element.value = address
    // Makes the form treat the change like typing.
    element.dispatchEvent(new Event('input', { bubbles: true }))
    element.focus()
  }

  return (
    <div className={`${layout.bar} ${css.question}`} role="status">
      {slip && (
        <>
          <p id={id}>
            {slip.meant === null ? (
              noEnding
            ) : (
              <>
                {meant[0]} <strong className={layout.anywhere}>{slip.meant}</strong>
                {meant[1]}
              </>
            )}
          </p>
          {slip.meant !== null && (
            <Button size="small" aria-describedby={id} onClick={() => slip.meant && use(slip.meant)}>
              {take}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** Waits until the press that moved the focus ends, because a layout shift must not move a button during a click. */
async function pressEnded(): Promise<void> {
  do await new Promise((over) => setTimeout(over, 50))
  while (document.querySelector(':active'))
}

/**
 * The suggested email address; null if only the top-level domain is missing, because any top-level domain is possible.
 */
interface AddressTypo {
  readonly meant: string | null
}

/** Popular mailbox providers whose names do not resemble other words or company names. */
const popularProviders =
  /^(gmail|googlemail|hotmail|outlook|yahoo|icloud|rediffmail|rocketmail|comcast|sbcglobal|wanadoo|laposte)\./
const mailboxes = all.filter((domain) => popularProviders.test(domain))
const near = emailMisspelled({ domains: mailboxes, maxMisspelled: 2 })

/** Companies whose names differ from a provider's by one letter. */
const companies = ['gail.com', 'grail.com']

/** Misspellings of `com`: first invalid top-level domains, then valid ones that no popular provider uses. */
const wrongEnding = /\.(?:con|cmo|ocm|comm|coom|cpm|clm|vom|xom)$/
const otherEnding = ['co', 'cm', 'om']

/**
 * Finds a probable typo in an email address. Reports only unlikely addresses, because a needless question is worse than
 * an undetected typo. Skips domains with non-ASCII letters.
 */
export function findTypingError(address: string): AddressTypo | null {
  const [, name, typed = ''] = /^([^@]+)@([a-z\d-]+(?:\.[a-z\d-]+)*)$/i.exec(address.trim()) ?? []
  const domain = typed.toLowerCase()
  if (!name || /(^|\.)xn--/.test(domain)) return null
  const whole = domain.includes('.') ? domain.replace(wrongEnding, '.com') : `${domain}.com`
  const meant = mailboxes.includes(whole) ? whole : (mailboxNear(whole) ?? whole)
  if (meant === domain) return null
  // An unknown domain without a dot could have any top-level domain, so no address is suggested.
  return { meant: domain.includes('.') || mailboxes.includes(meant) ? `${name}@${meant}` : null }
}

function mailboxNear(domain: string): string | undefined {
  if (companies.includes(domain)) return undefined
  return near(`x@${domain}`).find(({ suggest, misspelledCount }) => {
    const [name, ending] = splitDomain(suggest)
    const [typedName, typedEnding] = splitDomain(domain)
    if (name === typedName) return ending === 'com' && otherEnding.includes(typedEnding)
    // Accepts one extra, missing or wrong letter, or two transposed letters. The first letter must match, because it is
    // rarely wrong.
    const isOneSlip = misspelledCount === 1 || sortLetters(name) === sortLetters(typedName)
    return ending === typedEnding && name[0] === typedName[0] && isOneSlip
  })?.suggest
}

function splitDomain(domain: string): [name: string, ending: string] {
  const dot = domain.indexOf('.')
  return [domain.slice(0, dot), domain.slice(dot + 1)]
}

const sortLetters = (letters: string) => letters.split('').sort().join('')
