import type { FormEvent } from 'react'

export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** The value of a password field, untrimmed, because blanks belong to it. */
export function secretOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A submit handler in place of the browser's submission: `act` gets the values of the fields. */
export const sends =
  (act: (fields: FormData) => unknown) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    act(new FormData(event.currentTarget))
  }
