import { useRef, useState } from 'react'
import { byteOrderMark, saveFile } from './csv.ts'
import { errorMessage, Failure } from './failure.ts'
import { trackedFetch } from './requests.ts'
import { apiUrl, publishableKey } from './server.ts'
import { accessToken } from './supabase.ts'
import { asSentence, countWithNoun } from './words.ts'

type ExportState =
  | { kind: 'idle' | 'stopped' }
  | { kind: 'busy'; bytes: number }
  | { kind: 'done'; bytes: number; lines: number }
  | { kind: 'failed'; says: string }

/** Runs one export at a time. Returns the progress of the export, and a function that stops the export. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ kind: 'idle' })
  const running = useRef<AbortController>(null)

  /** Calls the database function that returns the rows. */
  async function start(name: string, args: object): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    setState({ kind: 'busy', bytes: 0 })
    try {
      const showProgress = (bytes: number) => setState({ kind: 'busy', bytes })
      const download = await downloadCsv(name, args, controller.signal, showProgress)
      saveFile(download.file, download.name)
      setState({ kind: 'done', bytes: download.file.size, lines: download.lines })
    } catch (error) {
      setState(controller.signal.aborted ? { kind: 'stopped' } : { kind: 'failed', says: errorMessage(error) })
    }
  }

  return { state, start, stop: () => running.current?.abort() }
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024).toLocaleString('en')} kB`

export function exportStatusText(state: ExportState): string {
  switch (state.kind) {
    case 'idle':
      return ''
    case 'busy':
      return `Downloading: ${kilobytes(state.bytes)}`
    case 'done':
      return `Saved: ${countWithNoun(state.lines, 'row')}, ${kilobytes(state.bytes)}`
    case 'stopped':
      return 'Export stopped. No file was saved.'
    case 'failed':
      return state.says
  }
}

/**
 * Calls a database function, and streams its rows as CSV. An interrupted download is an error, because a partial export
 * would look complete.
 */
async function downloadCsv(name: string, args: object, signal: AbortSignal, onProgress: (bytes: number) => void) {
  const answer = await trackedFetch(`${apiUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${await accessToken()}`,
      'content-type': 'application/json',
      accept: 'text/csv',
    },
    body: JSON.stringify(args),
    signal,
  }).catch((error: unknown) => {
    throw connectionLost(error)
  })
  if (!answer.ok || !answer.body) throw await exportRefusalOf(answer)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let lines = -1
  try {
    for await (const part of piecesOf(answer.body)) {
      parts.push(part)
      bytes += part.length
      for (const byte of part) if (byte === 10) lines++
      onProgress(bytes)
    }
  } catch (error) {
    throw connectionLost(error)
  }
  const type = 'text/csv; charset=utf-8'
  return {
    file: new Blob([byteOrderMark, ...parts], { type }),
    name: fileName(answer.headers, name),
    // The header is not counted. The count is approximate, because cells may contain line breaks.
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

function connectionLost(error: unknown): Error {
  if (error instanceof DOMException && error.name === 'AbortError') return error
  return new Failure('The connection was lost during the download. Nothing was saved; try again.', 0)
}

async function exportRefusalOf(answer: Response): Promise<Failure> {
  const body = (await answer.json().catch(() => ({}))) as { message?: string; hint?: string | null }
  const words: Record<number, string> = {
    401: 'Your session has ended. Sign in again.',
    403: 'Your role does not allow this.',
  }
  const says = words[answer.status] ?? [body.message, body.hint].filter(Boolean).join('. ')
  return new Failure(says ? asSentence(says) : 'The export failed. Try again.', answer.status)
}

const fileName = (headers: Headers, fallback: string) =>
  /filename="([^"/\\]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? `${fallback}.csv`
