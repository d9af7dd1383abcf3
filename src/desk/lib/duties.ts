/** What a colleague must do before the desk opens, besides signing in. */
interface Duties {
  /** Choose a password, and why. */
  password: 'recovery' | 'invitation' | null
  /** Keep the recovery codes of the second factor that was just set up. */
  codes: boolean
}

const none: Duties = { password: null, codes: false }
const key = 'desk-duties'
let known = read()

export const duties = (): Duties => known

/** In session storage: phones discard a page while its user looks for a code in another app. */
export function setDuties(change: Partial<Duties>): void {
  known = { ...known, ...change }
  try {
    sessionStorage.setItem(key, JSON.stringify(known))
  } catch {
    // Without storage they last until the page is closed.
  }
}

export const clearDuties = () => setDuties(none)

function read(): Duties {
  try {
    const { password, codes } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Duties>
    return {
      password: password === 'recovery' || password === 'invitation' ? password : null,
      codes: codes === true,
    }
  } catch {
    return none
  }
}
