import { useRef, useState } from 'react'
import { downloadCsv } from '#desk/lib/download.ts'
import { inWords } from '#desk/lib/failure.ts'
import { saveFile } from '#desk/lib/save-file.ts'

type ExportState =
  | { kind: 'idle' | 'stopped' }
  | { kind: 'busy'; bytes: number }
  | { kind: 'done'; bytes: number; lines: number }
  | { kind: 'failed'; says: string }

/** One export: runs, says how far it is, and can be stopped. Days as `2026-11-24`; empty for no bound. */
export function useExport(name: string) {
  const [state, setState] = useState<ExportState>({ kind: 'idle' })
  const running = useRef<AbortController>(null)

  async function start(from: string, to: string): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    setState({ kind: 'busy', bytes: 0 })
    const days = { ...(from && { from_day: from }), ...(to && { to_day: to }) }
    try {
      const {
        file,
        name: fileName,
        lines,
      } = await downloadCsv(name, days, {
        signal: controller.signal,
        onProgress: (bytes) => setState({ kind: 'busy', bytes }),
      })
      saveFile(file, fileName)
      setState({ kind: 'done', bytes: file.size, lines })
    } catch (error) {
      setState(controller.signal.aborted ? { kind: 'stopped' } : { kind: 'failed', says: inWords(error) })
    }
  }

  return { state, start, stop: () => running.current?.abort() }
}
