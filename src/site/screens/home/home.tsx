import { FinalCall } from './final-call.tsx'
import { Hero } from './hero.tsx'
import { PainPoints } from './pain-points.tsx'
import { PartnerProgram } from './partner-program.tsx'
import { Proof } from './proof.tsx'
import { Resources } from './resources.tsx'
import { Solution } from './solution.tsx'

export function Screen() {
  return (
    <>
      <Hero />
      <PainPoints />
      <Solution />
      <PartnerProgram />
      <Proof />
      <Resources />
      <FinalCall />
    </>
  )
}
