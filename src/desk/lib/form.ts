import type { FormEvent } from 'react'

/** What a text field or select of a form holds, trimmed. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** What a field for a password holds, as it was typed: blanks belong to it. */
export function secretOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Has a form sent by our program, in place of the browser: `act` gets what its fields hold. */
export const sends =
  (act: (fields: FormData) => unknown) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    act(new FormData(event.currentTarget))
  }
