import { useEffect } from 'react'
import { roiCalculator } from '#content/roi-calculator.ts'
import { CallBanner } from '#site/features/booking/book-call.tsx'
import { later } from '#site/lib/lazy-part.tsx'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/page-head.tsx'
import { Answer } from './answer.tsx'
import { Inputs } from './inputs.tsx'
import { Results } from './results.tsx'
import css from './roi-calculator.module.css'
import { fromFragment } from './state.ts'
import { Sum } from './sum.tsx'
import { changeCalculator } from './use-calculator.ts'

const { hero, closing } = roiCalculator

/** Whoever steps back to the link they came by finds the numbers they left, not the link's. */
let taken = ''

function takeFragment() {
  const { hash } = location
  const carried = hash !== taken && fromFragment(hash)
  if (!carried) return
  taken = hash
  changeCalculator({ type: 'fill', ...carried })
}

/** What follows the results can be read before it counts along. */
const paper = later('paper', async () => (await import('./paper.tsx')).Paper)

export const laters = [paper]

export function Screen() {
  // A link can carry numbers; inside the site the address is `/` and has none.
  useEffect(() => {
    takeFragment()
    addEventListener('hashchange', takeFragment)
    return () => removeEventListener('hashchange', takeFragment)
  }, [])

  return (
    <div className={css.screen}>
      <div className={layout.unprinted}>
        <PageHead eyebrow={hero.eyebrow} title={hero.title} lede={hero.lede} beside={<Sum />} />
      </div>
      <div className={`${layout.page} ${css.desk}`}>
        <Answer />
        <Inputs />
        <Results />
      </div>
      <paper.Part />
      <CallBanner title={closing.title} text={closing.text} look="board" />
    </div>
  )
}
