const key = 'team'

/** `?team=on` marks this browser as the team's, permanently; `?team=off` removes the mark. */
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
