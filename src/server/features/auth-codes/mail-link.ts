import type { AuthContext } from '#server/lib/auth/context.ts'

/** For a mail: a page with a button, since programs open links before people do. Never the Host header. */
export function linkTo(
  { publicUrl }: Pick<AuthContext, 'publicUrl'>,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): string {
  const query = String(new URLSearchParams({ token, type, redirect_to: redirectTo }))
  // A query may hold these as they are, and whoever looks where a link leads can then read it.
  return `${publicUrl()}/account/confirm?${query.replaceAll('%3A', ':').replaceAll('%2F', '/')}`
}
