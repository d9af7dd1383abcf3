import { home, proposalRuler } from '#content/home.ts'
import { BookCallButton, useCapacityText } from '#site/features/booking/book-call.tsx'
import { PagePicture } from '#site/features/packs/page-picture.tsx'
import drawing from '#site/lib/drawing.module.css'
import frame from '#site/lib/frame.module.css'
import { ViewLink } from '#site/lib/navigation.tsx'
import { Figures } from '#site/lib/section.tsx'
import layout from '#ui/layout.module.css'
import css from './hero.module.css'

const { hero } = home

/** The claim next to a finished proposal; below them, the hours in which a proposal is written. */
export function Hero() {
  const now = useCapacityText(hero.offer.now)
  return (
    <div className={css.day}>
      <section className={`${layout.page} ${css.hero}`}>
        <div>
          <p className={css.reader}>{hero.eyebrow}</p>
          <h1>{hero.title}</h1>
          <p className={frame.lede}>{hero.lede}</p>
          <div className={`${layout.bar} ${css.actions}`}>
            <BookCallButton place="hero" label="short" />
            <ViewLink to="services">{hero.services}</ViewLink>
          </div>
          <p className={`${layout.small} ${css.offer}`}>
            <strong>
              {`${hero.offer.free} `}
              <s>{hero.offer.usually}</s>.
            </strong>
            {` ${now}`}
          </p>
        </div>
        <Proposal />
        <Figures items={hero.figures} />
      </section>
      <HourRuler />
    </div>
  )
}

const { proposal } = home.hero

/**
 * A proposal page and the hour of delivery. The page's space is reserved, so that the headline remains the Largest
 * Contentful Paint.
 */
function Proposal() {
  return (
    <figure className={css.proposal}>
      <div className={css.sheet}>
        <PagePicture
          pack="proposal-templates"
          document="example-proposal"
          page={1}
          alt={proposal.alt}
          sizes="(max-width: 56rem) 10rem, 18rem"
        />
      </div>
      <figcaption className={`${layout.signal} ${css.stamp}`}>
        <strong className={css.hour}>{proposal.hour}</strong>
        {` ${proposal.label}`}
      </figcaption>
    </figure>
  )
}

const { ruler } = home.hero
const { hours: end, most, steps, summary } = proposalRuler()
const rowHeight = 40
const barsHeight = steps.length * rowHeight + 8
const stripHeight = 52
/** Long rulers have room for the labels of only some hours. */
const labeledHours = Array.from({ length: end }, (_, hour) => hour).filter((hour) => hour % Math.ceil(end / 12) === 0)
const delivered = steps.at(-1)?.to ?? end

/** Returns an hour's position on the ruler in percent, so that bars stretch with the page and text does not. */
const at = (hour: number) => `${+((hour / end) * 100).toFixed(3)}%`
const between = (from: number, to: number) => ({ x: at(from), width: at(to - from) })

/** The hours from the request to the proposal, with the steps in between. */
function HourRuler() {
  return (
    <figure className={`${layout.page} ${css.figure}`}>
      <figcaption className={`${layout.row} ${frame.below} ${css.caption}`}>
        <strong>{ruler.title}</strong>
        <span className={drawing.key}>{ruler.mostLabel}</span>
        <label className={css.replay}>
          <input type="checkbox" />
          {ruler.replay}
        </label>
      </figcaption>
      <svg
        className={drawing.drawing}
        width="100%"
        height={barsHeight + stripHeight + 30}
        role="img"
        aria-label={summary}
      >
        <g transform={`translate(0 ${barsHeight})`}>
          <rect className={css.strip} width="100%" height={stripHeight} />
          <rect className={drawing.signal} {...between(most.from, most.to)} height={stripHeight} />
          <Ticks id="ticks" count={end} length={16} />
          <Ticks id="half-ticks" count={end * 2} length={9} />
          <g className={css.hours} transform="translate(6 40)">
            {labeledHours.map((hour) => (
              <text key={hour} x={at(hour)} data-most={hour >= most.from && hour < most.to ? '' : undefined}>
                {hour}
              </text>
            ))}
          </g>
        </g>
        {/* All bars are revealed from the left, so that each bar starts where the previous bar ends. */}
        <g className={css.bars}>
          {steps.map((step, row) => (
            <rect key={step.name} {...between(step.from, step.to)} y={row * rowHeight + 4} height="24" />
          ))}
        </g>
        {steps.map((step, row) => (
          <text key={step.name} className={css.step} x={at(step.to)} dx="10" y={row * rowHeight + 21}>
            {step.name}
          </text>
        ))}
        {/* The width represents the time until delivery, so that the styles can move the content by percentages. */}
        <svg className={drawing.drawing} width={at(delivered)} aria-hidden="true">
          <path
            className={`${drawing.line} ${css.delivery}`}
            d={`M0 ${barsHeight - 12}V${barsHeight + stripHeight + 8}`}
          />
        </svg>
        <text className={css.moment} y={barsHeight + stripHeight + 26}>
          {ruler.startLabel}
        </text>
        <text className={css.moment} x={at(delivered)} y={barsHeight + stripHeight + 26} data-edge="delivery">
          {ruler.endLabel}
        </text>
        <text className={css.moment} x="100%" y={barsHeight + stripHeight + 26} data-edge="end">
          {ruler.boundLabel}
        </text>
      </svg>
    </figure>
  )
}

/** Equal ticks along the ruler, drawn as one pattern. */
function Ticks({ id, count, length }: { id: string; count: number; length: number }) {
  return (
    <>
      <pattern id={id} width={`${+(100 / count).toFixed(3)}%`} height="1">
        <path className={drawing.mark} d={`M.5 0v${length}`} />
      </pattern>
      <rect width="100%" height={length} fill={`url(#${id})`} />
    </>
  )
}
