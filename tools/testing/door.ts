import { createServer } from 'node:net'

/**
 * A socket through which test processes ask the main process for shared resources: `answer` runs once for each name,
 * and all askers get the same result. `src/server/lib/test-door.ts` is the client.
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
