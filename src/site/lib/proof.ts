import type { Solved } from './form-proof.ts'

/** A solved proof is valid for one row, for an hour. */
let solving: Promise<Solved> | null = null

const isWanted = () => document.querySelector('meta[name=form-proof]') !== null

/** Few sites require a proof, so the solver is loaded only there, and never prefetched. */
const solve = () => import('./form-proof.ts').then((module) => module.solveProof())

/** Starts when the visitor types, so that it is solved by the time they send. */
export function prepareProof(): void {
  if (isWanted()) solving ??= solve()
}

/** The proof for the next row; null if none is required. `isAsked`: the server has required one. */
export async function takeProof(isAsked = false): Promise<string | null> {
  if (!isAsked && !isWanted()) return null
  const prepared = await solving?.catch(() => null)
  solving = null
  return prepared && Date.now() < prepared.until ? prepared.text : (await solve()).text
}
