import { Formula } from './formula.tsx'
import { Limits } from './limits.tsx'
import { Summary } from './summary.tsx'

/** What one takes along from the calculator: how it counts, what that leaves out, and the sheet. */
export function Paper() {
  return (
    <>
      <Formula />
      <Limits />
      <Summary />
    </>
  )
}
