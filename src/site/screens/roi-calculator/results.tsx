import { formatNumber } from '#content/number-words.ts'
import { roiCalculator } from '#content/roi-calculator.ts'
import { followUpSentences, formatHours, formatMoney } from '#content/roi-lines.ts'
import { roundHours, roundTicks } from '#shared/lib/roi.ts'
import drawing from '#site/lib/drawing.module.css'
import frame from '#site/lib/frame.module.css'
import { Figures } from '#site/lib/section.tsx'
import layout from '#ui/layout.module.css'
import css from './roi-calculator.module.css'
import { useCalculator } from './state.ts'

const { figures, chart } = roiCalculator

/** Three figures and two charts: one month's hours, and one proposal's hours. */
export function Results() {
  const { sound } = useCalculator()
  const { input, roi, currency } = sound
  return (
    <div className={`${frame.dark} ${css.results}`}>
      <div className={css.figures}>
        <Figures
          items={[
            { value: formatNumber(roi.hoursFreed), label: figures.freed },
            { value: formatMoney(roi.worth, currency), label: figures.worth },
            { value: formatMoney(roi.yearWorth, currency), label: figures.year },
          ]}
        />
      </div>
      <HoursChart
        words={chart.month}
        today={roi.hoursToday}
        withUs={roi.hoursWith}
        freed={`${formatHours(roi.hoursFreed)} ${chart.month.freed}`}
      />
      <HoursChart words={chart.one} today={input.hours} withUs={input.ready} />
      <ul className={css.verdicts}>
        {followUpSentences(sound).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

interface HoursChartProps {
  words: { readonly title: string; readonly today: string; readonly withUs: string }
  today: number
  withUs: number
  /** The label for the difference between the bars; if it is missing, the second bar is in color. */
  freed?: string
}

const barHeight = 22
const bandHeight = 34

/** Two bars on one scale of hours. Positions are percentages, so that bars stretch with the page and text does not. */
function HoursChart({ words, today, withUs, freed }: HoursChartProps) {
  const ticks = roundTicks(Math.max(today, withUs))
  const end = ticks.at(-1) ?? 1
  const at = (hour: number) => `${((hour / end) * 100).toFixed(2)}%`
  const shown = { today: formatHours(roundHours(today)), withUs: formatHours(roundHours(withUs)) }
  const summary = [`${words.today}: ${shown.today}`, `${words.withUs}: ${shown.withUs}`, freed]
    .filter(Boolean)
    .join('. ')
  return (
    <figure className={css.chart}>
      <figcaption className={css.title}>{words.title}</figcaption>
      <div role="img" aria-label={summary}>
        <p className={`${layout.spread} ${css.row}`}>
          <span>{words.today}</span> <span className={css.value}>{shown.today}</span>
        </p>
        <svg className={css.bars} width="100%" height={barHeight} aria-hidden="true">
          <rect className={drawing.ink} width={at(today)} height={barHeight} />
        </svg>
        <p className={`${layout.spread} ${css.row}`}>
          <span>{words.withUs}</span>{' '}
          <span className={css.value}>
            <span>{shown.withUs}</span>
            {freed && <span className={css.freed}>{freed}</span>}
          </span>
        </p>
        <svg className={css.bars} width="100%" height={barHeight} aria-hidden="true">
          <rect className={freed ? drawing.ink : drawing.signal} width={at(withUs)} height={barHeight} />
          {freed && <rect className={drawing.signal} x={at(withUs)} width={at(today - withUs)} height={barHeight} />}
        </svg>
        <svg
          className={`${drawing.drawing} ${drawing.scale} ${css.ruler}`}
          width="100%"
          height={bandHeight}
          aria-hidden="true"
        >
          <line className={drawing.mark} x2="100%" />
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={drawing.mark} x1={at(tick)} x2={at(tick)} y2="8" />
              <text x={at(tick)} y="24" data-edge={tick === 0 ? 'start' : tick === end ? 'end' : undefined}>
                {formatNumber(tick)}
              </text>
            </g>
          ))}
        </svg>
      </div>
    </figure>
  )
}
