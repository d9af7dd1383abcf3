/** What somebody has to do before the desk opens, beside showing who they are. */
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

/** Kept for the tab: phones throw a page away while its reader looks for a code in another app. */
export function setDuties(change: Partial<Duties>): void {
  known = { ...known, ...change }
  try {
    sessionStorage.setItem(key, JSON.stringify(known))
  } catch {
    // Without storage they last as long as the page.
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
