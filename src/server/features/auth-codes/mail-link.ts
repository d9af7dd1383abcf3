import type { AuthContext } from '#server/lib/auth/context.ts'

/** For a mail: a page with a button, since programs open links before people do. Never the Host header. */
export function linkTo(
  { publicUrl }: Pick<AuthContext, 'publicUrl'>,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): string {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
  return `${publicUrl()}/account/confirm?${query}`
}
