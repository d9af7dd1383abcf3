/** Milliseconds after which the database counts as absent, because a monitor wants a quick answer. */
const patience = 2000
/** However many ask, the database is asked once in this time. */
const fresh = 1000

/** What `ask` gave within the last second, or is about to give, to whoever asks meanwhile. */
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
