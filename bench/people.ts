import { randomBytes } from 'node:crypto'

/** People with an account, and the newest tokens of their clients. */
export interface Person {
  readonly email: string
  readonly password: string
  access: string
  refresh: string
}

export function people(count: number): Person[] {
  return Array.from({ length: count }, (_, index) => ({
    email: `person-${index}@example.com`,
    password: randomBytes(15).toString('base64url'),
    access: '',
    refresh: '',
  }))
}

/** The raw HTTP requests of a person's client. */
export type Request = (person: Person) => Buffer

export function requests(url: URL, key: string) {
  const post = (path: string, content: object) => {
    const body = JSON.stringify(content)
    const length = Buffer.byteLength(body)
    return Buffer.from(
      `POST /auth/v1/${path} HTTP/1.1\r\nHost: ${url.host}\r\napikey: ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
    )
  }
  return {
    signUp: ({ email, password }) => post('signup', { email, password }),
    signIn: ({ email, password }) => post('token?grant_type=password', { email, password }),
    refresh: ({ refresh }) => post('token?grant_type=refresh_token', { refresh_token: refresh }),
    getUser: ({ access }) =>
      Buffer.from(
        `GET /auth/v1/user HTTP/1.1\r\nHost: ${url.host}\r\napikey: ${key}\r\n` +
          `Authorization: Bearer ${access}\r\n\r\n`,
      ),
  } satisfies Record<string, Request>
}

/** Keeps the tokens of an answer that has any. */
export function keepTokens(person: Person, answer: string): void {
  const refresh = /"refresh_token":"([^"]+)"/.exec(answer)?.[1]
  const access = /"access_token":"([^"]+)"/.exec(answer)?.[1]
  if (!refresh || !access) return
  if (refresh === person.refresh) throw new Error('A refresh gave the token that it was asked with')
  Object.assign(person, { access, refresh })
}
