import { confirmPages } from '#content/account-pages.ts'
import type { Link } from './types.ts'

/** 128 bits at least, in base64url or hexadecimal digits; tokens of a PKCE flow have a prefix. */
const tokenShape = /^(pkce_)?[\w-]{22,200}$/

const longestTarget = 2048

/** A field as text; one that is missing, or that was sent twice, is empty. */
export function field(fields: unknown, name: string): string {
  const value = (fields as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

export function readToken(fields: unknown): string | null {
  const token = field(fields, 'token')
  return tokenShape.test(token) ? token : null
}

/** The link in the fields of an address or a form; null when it is none of ours, or not whole. */
export function readLink(fields: unknown): Link | null {
  const token = readToken(fields)
  const type = field(fields, 'type')
  const redirectTo = field(fields, 'redirect_to')
  if (!token || !isLinkType(type) || redirectTo.length > longestTarget) return null
  return { token, type, redirectTo: redirectTo || null }
}

const isLinkType = (type: string): type is Link['type'] => Object.hasOwn(confirmPages, type)
