const key = 'team'

/** `?team=on` marks this browser as one of our own, for good; `?team=off` takes the mark away. */
export function isTeam(search: string): boolean {
  try {
    const asked = new URLSearchParams(search).get('team')
    if (asked === 'on') localStorage.setItem(key, asked)
    if (asked === 'off') localStorage.removeItem(key)
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
