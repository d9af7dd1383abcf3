import { useRef, useState } from 'react'
import { downloadCsv } from './download.ts'
import { inWords } from './failure.ts'
import { saveFile } from './save-file.ts'

export type ExportState =
  | { kind: 'idle' | 'stopped' }
  | { kind: 'busy'; bytes: number }
  | { kind: 'done'; bytes: number; lines: number }
  | { kind: 'failed'; says: string }

/** Runs one export at a time, with its progress and a way to stop it. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ kind: 'idle' })
  const running = useRef<AbortController>(null)

  /** Calls the database function that returns the rows. */
  async function start(name: string, args: object): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    setState({ kind: 'busy', bytes: 0 })
    try {
      const {
        file,
        name: fileName,
        lines,
      } = await downloadCsv(name, args, {
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
