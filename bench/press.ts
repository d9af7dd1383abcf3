import { type Answer, Connection } from './connection.ts'
import { connections } from './load.ts'
import { keepTokens, type Person, type Request } from './people.ts'

export interface Pressed {
  answered: number
  seconds: number
}

/**
 * Sends requests over all connections as fast as answers arrive, each connection for its own people in turn: nobody
 * has two requests in flight. Runs for a number of seconds, or once for each person. The caller must not do other
 * work meanwhile.
 */
export async function press(
  url: URL,
  people: readonly Person[],
  request: Request,
  seconds: number | 'once',
): Promise<Pressed> {
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(url)))
  let answered = 0
  const started = performance.now()
  await Promise.all(
    lines.map(async (line, index) => {
      const mine = people.filter((_, place) => place % connections === index)
      const isOver = (turn: number) =>
        seconds === 'once' ? turn === mine.length : performance.now() - started >= seconds * 1000
      for (let turn = 0; !isOver(turn); turn++) {
        const person = mine[turn % mine.length] as Person
        const { status, text } = await line.ask(request(person))
        if (status !== 200) throw new Error(`Was refused:\n${text}`)
        keepTokens(person, text)
        answered++
      }
    }),
  )
  const taken = (performance.now() - started) / 1000
  for (const line of lines) line.close()
  return { answered, seconds: taken }
}

interface Line {
  ask: (message: Buffer) => Promise<Answer>
  close: () => void
}

function openLine(url: URL): Promise<Line> {
  return new Promise((resolve, reject) => {
    let fail: (error: Error) => void = reject
    const line: Line = {
      ask: (message) =>
        new Promise((take, reject) => {
          fail = reject
          connection.ask(message, take)
        }),
      close: () => connection.close(),
    }
    const connection = new Connection(
      url,
      () => resolve(line),
      (error) => fail(error),
    )
  })
}
