import { counted } from './counted.ts'
import type { ExportState } from './use-export.ts'

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024).toLocaleString('en-GB')} kB`

export function exportInWords(state: ExportState): string {
  switch (state.kind) {
    case 'idle':
      return ''
    case 'busy':
      return `Coming: ${kilobytes(state.bytes)}`
    case 'done':
      return `Saved: ${counted(state.lines, 'line')}, ${kilobytes(state.bytes)}`
    case 'stopped':
      return 'Stopped. Nothing was saved.'
    case 'failed':
      return state.says
  }
}
