import { createServer } from 'node:net'

/**
 * A socket at which tests ask the process that runs them for what they share: `answer` is asked once for each thing, and
 * everybody hears the same. `src/server/lib/test-door.ts` is the other side.
 */
export function openDoor(path: string, answer: (asked: string) => Promise<string>): () => void {
  const answers = new Map<string, Promise<string>>()
  const hear = async (asked: string) => {
    const answering = answers.get(asked) ?? answer(asked)
    answers.set(asked, answering)
    return answering.then(
      (found) => ({ found }),
      (error: Error) => ({ fault: error.stack ?? error.message }),
    )
  }
  const door = createServer((socket) => {
    socket.once('data', (asked) => {
      void hear(String(asked)).then((said) => socket.end(JSON.stringify(said)))
    })
  }).listen(path)
  return () => door.close()
}
