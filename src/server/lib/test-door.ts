import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket of the process that runs the tests and provides what all tests share. */
    door: string
  }
}

/** Asks `tools/testing/setup.ts` for something that all tests share and that is created on the first request. */
export async function ask(wish: string): Promise<string> {
  const door = connect(inject('door'))
  door.write(wish)
  const { found, fault } = (await json(door)) as { found?: string; fault?: string }
  if (found === undefined) throw new Error(`${wish}: ${fault}`)
  return found
}

/**
 * The first of these source files as a program for plain Node, compiled like the server: it starts three times faster
 * than from source. The others are beside it.
 */
export const program = (...files: URL[]) =>
  ask(`program ${files.map((file) => fileURLToPath(file)).join(' ')}`)
