import type { Look } from './types.ts'

/** A page of ours is smaller; what else answers there may be of any size. */
const mostBytes = 1_000_000

interface Seen {
  ok: boolean
  status: number
  headers: Headers
  text: string
}

/** What is at an address of ours, as whoever is outside sees it. The address is the operator's, never a stranger's. */
export async function lookAway(
  { signal }: Pick<Look, 'signal'>,
  url: string,
  redirect: 'manual' | 'follow',
): Promise<Seen> {
  const { ok, status, headers, body } = await fetch(url, { redirect, signal })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) break
    chunks.push(chunk)
  }
  return { ok, status, headers, text: Buffer.concat(chunks).toString('utf8') }
}

/** The code by which Node names why a request failed. */
export function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'no answer'
}
