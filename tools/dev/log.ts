import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

interface LogLine {
  level?: string
  message?: string
  msg?: string
  err?: { message?: string; stack?: string }
}

/** Lines of the server that are shown when it does not start. */
const lastLines = 5

/**
 * Reads the server's standard error: the JSON log goes to a file, and errors in it are reported in the terminal;
 * plain sentences are printed as they are.
 */
export function readableLog(file: string, say: (line: string) => void) {
  mkdirSync(dirname(file), { recursive: true })
  const all = createWriteStream(file, { flags: 'a' })
  const last: string[] = []
  const tell = (text: string) => {
    say(text)
    last.push(text)
    if (last.length > lastLines) last.shift()
  }
  return {
    last,
    close: () => all.end(),
    read(line: string) {
      const entry = entryOf(line)
      if (!entry) {
        tell(line)
        // Left by another branch.
        if (line.startsWith('The database has migrations'))
          tell('Or begin with new data: npm run dev -- --fresh')
        return
      }
      all.write(`${line}\n`)
      if (!/^(warn|error|fatal)$/.test(entry.level ?? '')) return
      const { stack, message } = entry.err ?? {}
      tell(`server ${entry.level}: ${entry.msg ?? ''}${stack || message ? `\n${stack ?? message}` : ''}`)
    },
  }
}

function entryOf(line: string): LogLine | null {
  try {
    return line.startsWith('{') ? (JSON.parse(line) as LogLine) : null
  } catch {
    return null
  }
}
