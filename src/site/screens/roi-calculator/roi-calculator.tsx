import { useEffect } from 'react'
import { formatNumber } from '#content/number-words.ts'
import { roiCalculator, roiWords } from '#content/roi-calculator.ts'
import { resultSentences } from '#content/roi-lines.ts'
import { roiFields, roundHours } from '#shared/lib/roi.ts'
import { CallBanner } from '#site/features/booking/book-call.tsx'
import frame from '#site/lib/frame.module.css'
import { deferPart } from '#site/lib/lazy-part.tsx'
import { PageHead } from '#site/lib/section.tsx'
import layout from '#ui/layout.module.css'
import { Inputs } from './inputs.tsx'
import { Results } from './results.tsx'
import css from './roi-calculator.module.css'
import { changeCalculator, fromFragment, useCalculator } from './state.ts'

const { hero, closing } = roiCalculator

/** The last fragment that was applied; a visitor who returns to the same fragment keeps their own numbers. */
let appliedFragment = ''

function applyFragment() {
  const { hash } = location
  const carried = hash !== appliedFragment && fromFragment(hash)
  if (!carried) return
  appliedFragment = hash
  changeCalculator({ type: 'fill', ...carried })
}

/** This part loads later, because visitors can read it before it is interactive. */
const paper = deferPart('paper', async () => (await import('./formula-and-summary.tsx')).FormulaAndSummary)

export const laters = [paper]

export function Screen() {
  // A link from outside the site can contain numbers; inside the site, the URL path is always `/`.
  useEffect(() => {
    applyFragment()
    addEventListener('hashchange', applyFragment)
    return () => removeEventListener('hashchange', applyFragment)
  }, [])

  return (
    <div className={css.screen}>
      <div className={layout.unprinted}>
        <PageHead words={hero} beside={<Sum />} />
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

const { sum } = roiCalculator.hero

/** The calculation in three lines, updated from the fields below. */
function Sum() {
  const { input, roi } = useCalculator().sound
  const lines = [
    { words: sum.today(formatNumber(input.proposals), formatNumber(input.hours)), hours: roi.hoursToday },
    { words: sum.withUs(formatNumber(input.speed)), hours: -roi.hoursWith },
    { words: sum.left, hours: roi.hoursFreed },
  ]
  return (
    <dl>
      {lines.map(({ words, hours }) => (
        <div key={words} className={`${layout.spread} ${css.line}`}>
          <dt>{words}</dt>
          <dd className={css.hours}>{`${hours < 0 ? '− ' : ''}${formatNumber(roundHours(Math.abs(hours)))} h`}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The result in two sentences, which stay visible while the visitor types and also say if a field has an error. */
function Answer() {
  const { sound, faults } = useCalculator()
  const [today, withUs] = resultSentences(sound)
  const wrong = roiFields.find((field) => faults[field])
  return (
    <div className={`${layout.unprinted} ${frame.dark} ${css.answer}`} role="status">
      <p className={css.sentence}>
        <span>{today}</span> <span className={css.withUs}>{withUs}</span>
      </p>
      {wrong && <p className={css.waiting}>{roiCalculator.waiting(roiWords[wrong].label)}</p>}
    </div>
  )
}
