import { timingSafeEqual } from 'node:crypto'
import type { AuthContext } from '#server/lib/auth/context.ts'

type Tools = Pick<AuthContext, 'cipher' | 'publicUrl'>

const minutes = 10

/**
 * Ties a flow to the browser that began it, so that a link sent by an attacker signs nobody in to the attacker's
 * account, and links nobody to it. Each flow has its own cookie, since people have tabs. Lax cookies come along when
 * the provider sends the browser back.
 */
export function browserCookie(context: Tools, flowId: string): string {
  return cookie(context, flowId, context.cipher.mac('provider browser', flowId), minutes * 60)
}

export const spentCookie = (context: Tools, flowId: string) => cookie(context, flowId, '', 0)

function cookie({ publicUrl }: Tools, flowId: string, value: string, seconds: number): string {
  const secure = publicUrl().startsWith('https:') ? '; Secure' : ''
  return `${nameOf(flowId)}=${value}; Path=/auth/v1/callback; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

const nameOf = (flowId: string) => `provider-flow-${flowId}`

export function isSameBrowser(context: Tools, flowId: string, cookies: string | undefined): boolean {
  const start = `${nameOf(flowId)}=`
  const sent = (cookies ?? '').split(/; */).find((each) => each.startsWith(start))
  const [left, right] = [
    Buffer.from(sent?.slice(start.length) ?? ''),
    Buffer.from(context.cipher.mac('provider browser', flowId)),
  ]
  return left.length === right.length && timingSafeEqual(left, right)
}
