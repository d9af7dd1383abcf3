interface Asked<Thing, Answer> {
  thing: Thing
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Asks about many things at once: what is asked for while a question is under way goes into the next one. `ask` answers in
 * the order of the things. A question that fails is asked again for each thing alone, so that none suffers for another.
 */
export function gathered<Thing, Answer>(
  ask: (things: readonly Thing[]) => Promise<readonly Answer[]>,
  most: number,
): (thing: Thing) => Promise<Answer> {
  const waiting: Asked<Thing, Answer>[] = []
  let isAsking = false

  async function answer(group: readonly Asked<Thing, Answer>[]): Promise<void> {
    try {
      const answers = await ask(group.map(({ thing }) => thing))
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      if (group.length > 1) await Promise.all(group.map((each) => answer([each])))
      else group[0]?.reject(error)
    }
  }

  async function answerAll(): Promise<void> {
    while (waiting.length > 0) await answer(waiting.splice(0, most))
    isAsking = false
  }

  return (thing) =>
    new Promise((resolve, reject) => {
      waiting.push({ thing, resolve, reject })
      if (isAsking) return
      isAsking = true
      // Asked in a later turn of the event loop, so that things requested in the same moment share one question.
      setImmediate(() => void answerAll())
    })
}
