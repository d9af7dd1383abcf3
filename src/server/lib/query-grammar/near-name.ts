/** Pairs of letters in a name, with a blank at both ends. */
function pairsOf(name: string): Set<string> {
  const text = ` ${name.slice(0, 63).toLowerCase()} `
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)))
}

/** The name most like the sent one, by Dice's coefficient; null where none has half of its pairs. */
export function nearName(names: Iterable<string>, sent: string): string | null {
  const wanted = pairsOf(sent)
  let best = { name: null as string | null, score: 0.5 }
  for (const name of names) {
    const pairs = pairsOf(name)
    const score = (2 * [...pairs].filter((pair) => wanted.has(pair)).length) / (wanted.size + pairs.size)
    if (score >= best.score) best = { name, score }
  }
  return best.name
}
