import { useEffect } from 'react'
import { roiCalculator } from '#content/roi-calculator.ts'
import { CallBanner } from '#site/features/booking/call-banner.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Answer } from './answer.tsx'
import { Formula } from './formula.tsx'
import { Inputs } from './inputs.tsx'
import { Limits } from './limits.tsx'
import { Results } from './results.tsx'
import css from './roi-calculator.module.css'
import { fromFragment } from './state.ts'
import { Summary } from './summary.tsx'
import { changeCalculator } from './use-calculator.ts'

const { hero, closing } = roiCalculator

export function Screen() {
  // A link can carry numbers; inside the site the address is `/` and has none.
  useEffect(() => {
    const carried = fromFragment(location.hash)
    if (carried) changeCalculator({ type: 'fill', ...carried })
  }, [])

  return (
    <div className={css.screen}>
      <div className={css.head}>
        <PageHead eyebrow={hero.eyebrow} title={hero.title} lede={hero.lede} />
      </div>
      <div className={css.desk}>
        <Answer />
        <Inputs />
        <Results />
      </div>
      <Formula />
      <Limits />
      <Summary />
      <CallBanner title={closing.title} text={closing.text} book={closing.book} />
    </div>
  )
}
