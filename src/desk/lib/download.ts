import { Failure } from './failure.ts'
import { patientFetch } from './patience.ts'
import { apiUrl, publishableKey } from './project.ts'
import { supabase } from './supabase.ts'

export interface Download {
  file: Blob
  name: string
  /** Lines of the file without the header. Cells may contain line breaks, so the count is only approximate. */
  lines: number
}

interface DownloadOptions {
  signal: AbortSignal
  /** Called during the download, with the bytes so far. */
  onProgress: (bytes: number) => void
}

/** The byte order mark: without it Excel does not recognise UTF-8, and garbles accented names. */
export const byteOrderMark = '\ufeff'

/**
 * Calls a database function and streams its rows as CSV. A download that breaks off is a failure, because half an
 * export looks complete.
 */
export async function downloadCsv(name: string, args: object, options: DownloadOptions): Promise<Download> {
  const { data } = await supabase.auth.getSession()
  const answer = await patientFetch(`${apiUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'content-type': 'application/json',
      accept: 'text/csv',
    },
    body: JSON.stringify(args),
    signal: options.signal,
  }).catch((error: unknown) => {
    throw lost(error)
  })
  if (!answer.ok || !answer.body) throw await refusalOf(answer)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let lines = -1
  try {
    for await (const part of piecesOf(answer.body)) {
      parts.push(part)
      bytes += part.length
      for (const byte of part) if (byte === 10) lines++
      options.onProgress(bytes)
    }
  } catch (error) {
    throw lost(error)
  }
  const type = 'text/csv; charset=utf-8'
  return {
    file: new Blob([byteOrderMark, ...parts], { type }),
    name: fileName(answer.headers, name),
    lines: Math.max(0, lines),
  }
}

/** Not every browser supports async iteration of streams. */
async function* piecesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

function lost(error: unknown): Error {
  if (error instanceof DOMException && error.name === 'AbortError') return error
  return new Failure('The connection broke before all of it had come. Nothing was saved; try again.', 0)
}

async function refusalOf(answer: Response): Promise<Failure> {
  const body = (await answer.json().catch(() => ({}))) as { message?: string; hint?: string | null }
  const words: Record<number, string> = {
    401: 'Your session has ended. Sign in again.',
    403: 'Your role does not allow this.',
  }
  const says = words[answer.status] ?? [body.message, body.hint].filter(Boolean).join('. ')
  return new Failure(says || 'The export failed. Try again.', answer.status)
}

const fileName = (headers: Headers, fallback: string) =>
  /filename="([^"/\\]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? `${fallback}.csv`
