import { roiCalculator } from '#content/roi-calculator.ts'
import { figure, hours, money, verdicts } from '#content/roi-lines.ts'
import { Figures } from '#ui/figures.tsx'
import { HoursChart } from './hours-chart.tsx'
import css from './roi-calculator.module.css'
import { useCalculator } from './use-calculator.ts'

const { figures, chart } = roiCalculator

/** The three figures that matter, and two rulers: a month of hours, and one proposal. */
export function Results() {
  const { sound } = useCalculator()
  const { input, roi, currency } = sound
  return (
    <div className={css.results}>
      <div className={css.figures}>
        <Figures
          items={[
            { value: figure(roi.hoursFreed), label: figures.freed },
            { value: money(roi.worth, currency), label: figures.worth },
            { value: money(roi.yearWorth, currency), label: figures.year },
          ]}
        />
      </div>
      <HoursChart
        words={chart.month}
        today={roi.hoursToday}
        withUs={roi.hoursWith}
        freed={`${hours(roi.hoursFreed)} ${chart.month.freed}`}
      />
      <HoursChart words={chart.one} today={input.hours} withUs={input.ready} />
      <ul className={css.verdicts}>
        {verdicts(sound).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
