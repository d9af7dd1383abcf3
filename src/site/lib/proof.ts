import type { Solved } from './form-proof.ts'

/** Once solved it is good for one row, for an hour. */
let solving: Promise<Solved> | null = null

const isWanted = () => document.querySelector('meta[name=form-proof]') !== null

/** Few sites ask for it, so only they fetch what solves it. Not ahead either. */
const solve = () => import('./form-proof.ts').then((module) => module.solveProof())

/** Somebody types: until they have finished, the browser has too. */
export function prepareProof(): void {
  if (isWanted()) solving ??= solve()
}

/** What goes along with the next row; null where nobody asks. `isAsked`: the server has said that it does. */
export async function takeProof(isAsked = false): Promise<string | null> {
  if (!isAsked && !isWanted()) return null
  const prepared = await solving?.catch(() => null)
  solving = null
  return prepared && Date.now() < prepared.until ? prepared.text : (await solve()).text
}
