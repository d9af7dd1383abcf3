/*
 * What was typed and not yet sent, such as a search or a note. It may name a person, so it is in no address, which ends
 * up in histories, logs and pictures of screens, but in the storage of this tab: it survives a reload, and is forgotten
 * with the tab, on signing out, and when somebody else signs in. A session that ended after a pause is no signing out.
 */
const first = 'desk-typed:'
const whose = 'desk-typed-by'

export const typedIn = (place: string): string => sessionStorage.getItem(first + place) ?? ''

export const keepTyped = (place: string, text: string): void => {
  if (text) sessionStorage.setItem(first + place, text)
  else sessionStorage.removeItem(first + place)
}

export const forgetTyped = (): void => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(first)) sessionStorage.removeItem(key)
}

/** What another has typed in this tab is not shown to whoever works here now. */
export function typedBy(id: string): void {
  if (sessionStorage.getItem(whose) === id) return
  forgetTyped()
  sessionStorage.setItem(whose, id)
}
