import {
  isTooLong,
  missingCharacters,
  type PasswordFault,
  type PasswordRule,
} from '#shared/contract/password.ts'

export async function passwordFaults(
  password: string,
  about: { email?: string },
  rule: PasswordRule,
): Promise<PasswordFault[]> {
  const faults: PasswordFault[] = []
  if (missingCharacters(password, rule) > 0) faults.push('length')
  if (await isGuessedFirst(password.toLowerCase(), about.email?.toLowerCase() ?? '')) faults.push('pwned')
  return faults
}

/** Whether an attacker who guesses passwords would try this one first. */
async function isGuessedFirst(password: string, email: string): Promise<boolean> {
  // Longer text is refused for its length anyway, and it would make the search below slow.
  if (isTooLong(password)) return false
  const texts = [password, stem(password)].filter((text) => text !== '')
  const units = texts.map(repeatedPart)
  if (units.some((unit, index) => unit.length < 4 && unit !== texts[index])) return true
  const spellings = [...texts, ...units, ...units.map(stem)]
  const local = email.slice(0, Math.max(0, email.lastIndexOf('@')))
  const own = [email, local, stem(local)].filter((name) => name !== '')
  if (own.some((name) => spellings.includes(name))) return true
  const common = await commonPasswords()
  return spellings.some((spelling) => common.has(spelling))
}

/** Without digits and punctuation at the end, which every attacker tries. */
function stem(password: string): string {
  return password.replace(/[\p{N}\p{P}\p{S}\s]+$/u, '')
}

function repeatedPart(password: string): string {
  // A text is in the middle of its double only where it repeats itself.
  const length = (password + password).indexOf(password, 1)
  return length > 0 ? password.slice(0, length) : password
}

let loading: Promise<ReadonlySet<string>> | undefined

/** Some 50,000, in lower case; loaded when the first person chooses a password. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return loading
}
