/** Milliseconds after which the database counts as absent, because a monitor wants a quick answer. */
const patience = 2000
/** Milliseconds within which the database is asked only once, however many requests come. */
const fresh = 1000

/** Requests share the result of `ask` from the last second, or the pending one. */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T>; isOver: boolean } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at > (last.isOver ? fresh : patience)) {
      const asked = { at: now, answer: ask(), isOver: false }
      const end = () => {
        asked.isOver = true
      }
      asked.answer.then(end, end)
      last = asked
    }
    return last.answer
  }
}

export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${patience} ms`)), patience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
