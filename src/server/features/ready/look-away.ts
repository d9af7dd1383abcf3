import type { Look } from './types.ts'

/** Our pages are smaller; a response of another server may have any size. */
const mostBytes = 1_000_000

interface Seen {
  ok: boolean
  status: number
  headers: Headers
  text: string
}

/** Requests one of our addresses as an outsider. Only the operator sets that address, so it needs no checks. */
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

/** Node's code for the cause of a failed request. */
export function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'no answer'
}
