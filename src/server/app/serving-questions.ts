import type { Counted } from '#server/features/metrics/service.ts'

/** What one process may ask of another, and what comes back: what a serving one has counted; what all have, as text. */
interface Answers {
  counted: Counted
  scrape: string
}
type About = keyof Answers

export type Question = { say: 'ask'; about: About; number: number }
export type Reply = { say: 'reply'; number: number; answer: Answers[About] | null }

/** Milliseconds after which no answer is expected any more; whoever asks for all waits for those who are asked by it. */
const patience: Readonly<Record<About, number>> = { counted: 1000, scrape: 4000 }

interface Peer {
  send?(message: object, ...rest: [undefined, undefined, () => void]): unknown
  on(event: 'message', listener: (message: { say: string }) => void): unknown
}

/** Asks the other process, and gives null where it does not answer. */
export type Ask = <Of extends About>(about: Of) => Promise<Answers[Of] | null>

/** Answers what the other process asks, by `answers`, and lets us ask it. */
export function openQuestions(peer: Peer, answers: { [Of in About]?: () => Promise<Answers[Of]> }): Ask {
  let count = 0
  const open = new Map<number, (answer: Reply['answer']) => void>()
  // A process that is about to end may be gone before it reads this.
  const send = (message: Question | Reply) => void peer.send?.(message, undefined, undefined, () => {})

  peer.on('message', (message) => {
    if (message.say === 'reply') {
      const { number, answer } = message as Reply
      open.get(number)?.(answer)
    } else if (message.say === 'ask') {
      const { number, about } = message as Question
      const answered = answers[about]?.() ?? Promise.resolve(null)
      answered.then(
        (answer: Reply['answer']) => send({ say: 'reply', number, answer }),
        () => send({ say: 'reply', number, answer: null }),
      )
    }
  })

  return async <Of extends About>(about: Of) => {
    const number = count++
    const answer = await new Promise<Reply['answer']>((resolve) => {
      const timer = setTimeout(() => resolve(null), patience[about])
      open.set(number, (given) => {
        clearTimeout(timer)
        resolve(given)
      })
      send({ say: 'ask', about, number })
    })
    open.delete(number)
    return answer as Answers[Of] | null
  }
}
