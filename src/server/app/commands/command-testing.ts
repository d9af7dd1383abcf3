import { vi } from 'vitest'

type Run = (words: readonly string[], environment: Record<string, string>) => Promise<number>

/** Runs a command as an operator would. Returns the exit code and the output. */
export async function command(run: Run, words: string[], environment: Record<string, string>) {
  let says = ''
  const listen = (text: string | Uint8Array) => {
    says += String(text)
    return true
  }
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(listen)
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(listen)
  try {
    return { code: await run(words, environment), says }
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
}
