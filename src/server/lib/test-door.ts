import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket at which the process that runs the tests is asked for what they share. */
    door: string
  }
}

/** What `tools/test-setup.ts` has for all tests, made when the first of them asks. */
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
