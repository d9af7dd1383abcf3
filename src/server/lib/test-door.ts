import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket of the process that runs the tests, which provides what all tests share. */
    door: string
  }
}

/** Asks `tools/testing/setup.ts` for something that all tests share, made at the first request. */
export async function ask(wish: string): Promise<string> {
  const door = connect(inject('door'))
  door.write(wish)
  const { found, fault } = (await json(door)) as { found?: string; fault?: string }
  if (found === undefined) throw new Error(`${wish}: ${fault}`)
  return found
}

/**
 * The first of these source files as a program for Node alone, compiled as the build compiles the server: it starts in a
 * third of the time that the sources take. The others lie beside it.
 */
export const program = (...files: URL[]) =>
  ask(`program ${files.map((file) => fileURLToPath(file)).join(' ')}`)
