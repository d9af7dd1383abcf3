/* Unsent text, such as a search or a note. It may name a person, so it is kept out of addresses, which end up in
   histories, logs and screenshots, and in session storage: it survives a reload, and is removed with the tab, on
   signing out, and when somebody else signs in. An idle timeout does not remove it. */
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

/** A draft in this tab is not shown to another person. */
export function typedBy(id: string): void {
  if (sessionStorage.getItem(whose) === id) return
  forgetTyped()
  sessionStorage.setItem(whose, id)
}
