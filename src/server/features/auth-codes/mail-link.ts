import type { AuthContext } from '#server/lib/auth/context.ts'

/** Leads to a page with a button, since mail programs open links before people do. Never made of the Host header. */
export function linkTo(
  { publicUrl }: Pick<AuthContext, 'publicUrl'>,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): string {
  const query = String(new URLSearchParams({ token, type, redirect_to: redirectTo }))
  // A query may hold these two as they are, and a person who looks where a link leads can then read it.
  return `${publicUrl()}/account/confirm?${query.replaceAll('%3A', ':').replaceAll('%2F', '/')}`
}
